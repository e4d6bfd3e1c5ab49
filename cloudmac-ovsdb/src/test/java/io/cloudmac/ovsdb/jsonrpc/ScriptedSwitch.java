// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.ovsdb.jsonrpc;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/** A switch whose messages the test scripts. */
final class ScriptedSwitch implements AutoCloseable {
    static final String ROOT = "6f9ad6e0-0000-4000-8000-000000000001";
    private static final ObjectMapper MAPPER =
        new ObjectMapper().disable(JsonParser.Feature.AUTO_CLOSE_SOURCE);
    private static final int PATIENCE_MS = 15_000;

    private final Socket socket;
    private final MappingIterator<JsonNode> messages;

    ScriptedSwitch(final InetSocketAddress server) throws IOException {
        this(new Socket(server.getAddress(), server.getPort()));
    }

    /** Creates a peer that uses a connected socket. */
    ScriptedSwitch(final Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(PATIENCE_MS);
        messages = MAPPER.readerFor(JsonNode.class).readValues(socket.getInputStream());
    }

    /** Sends a message. Single quotes become double quotes. */
    void send(final String text) throws IOException {
        socket.getOutputStream().write(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
    }

    /** Returns the next message. */
    JsonNode receive() throws IOException {
        if (!messages.hasNextValue()) {
            throw new IOException("the connection is closed");
        }
        return messages.nextValue();
    }

    /** Returns the next call and fails unless it is of this method. Answers probes that precede it. */
    JsonNode expect(final String method) throws IOException {
        JsonNode message = receive();
        while ("echo".equals(message.path("method").asText()) && !"echo".equals(method)) {
            reply(message, "[]");
            message = receive();
        }
        if (!method.equals(message.path("method").asText())) {
            throw new IOException("expected " + method + ", received " + message);
        }
        return message;
    }

    /** Answers a call. */
    void reply(final JsonNode call, final String result) throws IOException {
        send("{'id':" + call.get("id") + ",'error':null,'result':" + result + "}");
    }

    /** Answers a call with an error. */
    void refuse(final JsonNode call, final String error) throws IOException {
        send("{'id':" + call.get("id") + ",'error':'" + error + "','result':null}");
    }

    /** Answers as a switch with one empty root row until the monitor call, and returns that call unanswered. */
    JsonNode playUntilMonitor() throws IOException {
        reply(expect("get_schema"), "{'version':'1','tables':{'Open_vSwitch':{'columns':{"
            + "'ovs_version':{'type':{'key':'string','min':0,'max':1}},"
            + "'not_wanted':{'type':'string'}}}}}");
        reply(expect("transact"), "[{'rows':[{'_uuid':['uuid','" + ROOT + "'],'external_ids':['map',[]]}]}]");
        return expect("monitor_cond_since");
    }

    /** Answers as a switch until the controller monitors it. */
    void play() throws IOException {
        reply(playUntilMonitor(), "[false,'" + ROOT + "',{'Open_vSwitch':{'" + ROOT + "':{'initial':{}}}}]");
    }

    /** Returns true if the other end closes the connection. Skips messages that precede the end. */
    boolean isCutOff() throws IOException {
        try {
            while (messages.hasNextValue()) {
                messages.nextValue();
            }
            return true;
        } catch (final SocketTimeoutException e) {
            return false;
        } catch (final IOException e) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
