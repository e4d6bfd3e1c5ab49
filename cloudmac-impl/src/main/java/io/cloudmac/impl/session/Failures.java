// SPDX-License-Identifier: Apache-2.0
package io.cloudmac.impl.session;

import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.util.concurrent.CompletionException;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/** Translates connection errors into one sentence for the operator. */
public final class Failures {
    private static final String ALERT = "Received fatal alert: ";
    /** Characters that XML cannot carry, or that a console executes. */
    static final Pattern UNSAFE = Pattern.compile("[\\p{Cc}\\p{Cs}\\ufffe\\uffff]");
    private static final Pattern LINE_BREAK = Pattern.compile("\\s*\\R\\s*");
    private static final int MAX_TEXT = 256;

    private Failures() {
    }

    /** Returns the exception without the wrappers of futures and decoders. */
    public static Throwable unwrap(final Throwable thrown) {
        Throwable result = thrown;
        while ((result instanceof CompletionException || result instanceof DecoderException
                && !(result instanceof TooLongFrameException)) && result.getCause() != null) {
            result = result.getCause();
        }
        return result;
    }

    /** Returns the exception as one whose message is for the operator. */
    public static IOException asIOException(final Throwable thrown) {
        final Throwable cause = unwrap(thrown);
        return cause instanceof IOException io && !(cause instanceof SSLException)
            && !(cause instanceof ConnectException)
            && !(cause instanceof NoRouteToHostException) ? io : new IOException(text(cause), cause);
    }

    /**
     * Returns the reason without addresses, ports or times, so that equal failures have equal texts. A part of it may
     * be the peer's, so it is one line without control characters and at most {@value #MAX_TEXT} characters.
     */
    public static String text(final Throwable thrown) {
        return text(thrown, MAX_TEXT);
    }

    /** Returns the reason as {@link #text(Throwable)} does, with another limit of its length. */
    public static String text(final Throwable thrown, final int maxLength) {
        final String line = LINE_BREAK.matcher(fullText(thrown)).replaceAll("; ");
        final String text = UNSAFE.matcher(line).replaceAll("?");
        return text.length() > maxLength ? text.substring(0, maxLength - 3) + "..." : text;
    }

    private static String fullText(final Throwable thrown) {
        final Throwable cause = unwrap(thrown);
        if (cause instanceof TooLongFrameException) {
            return "the peer sent a line of more than 64 KiB";
        }
        if (cause instanceof ConnectTimeoutException) {
            return "no answer to the connection attempt";
        }
        if (cause instanceof NoRouteToHostException) {
            return "no route to the peer";
        }
        if (cause instanceof ConnectException) {
            return "connection refused";
        }
        if (cause instanceof SslHandshakeTimeoutException) {
            return "the TLS handshake took too long";
        }
        if (cause instanceof SSLException) {
            return tls((SSLException) cause);
        }
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }

    /** Returns true if one side refused the identity of the other. */
    public static boolean isRefusal(final Throwable thrown) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            if (each instanceof CertificateException || each instanceof WrongPeerException
                    || each instanceof SSLException && isCertificateAlert(String.valueOf(each.getMessage()))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isCertificateAlert(final String message) {
        return message.contains(ALERT)
            && (message.contains("certificate") || message.contains("unknown_ca") || message.contains("access_denied"));
    }

    private static String tls(final SSLException failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof CertPathValidatorException
                    || each.getClass().getName().endsWith("SunCertPathBuilderException")) {
                return "the peer's certificate is not from the controller's CA or not valid: " + each.getMessage();
            }
        }
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof CertificateException) {
                return "the peer's certificate was refused: " + each.getMessage();
            }
        }
        final String message = String.valueOf(failure.getMessage());
        return message.contains(ALERT) ? "the peer refused the TLS connection: "
            + message.substring(message.indexOf(ALERT) + ALERT.length())
            : "TLS failed: " + message;
    }
}
