// SPDX-License-Identifier: Apache-2.0
// What the map shows: VAPs, switches and WTPs, and never stations. Pure.
import { Graph, layout } from '@dagrejs/dagre';
import type { Link, Vap, Wtp } from './types';

export type Kind = 'vap' | 'switch' | 'wtp';
export interface Node { id: string; label: string; kind: Kind; isDown: boolean }
export interface Edge { from: string; to: string }
export interface Placed { nodes: (Node & { x: number; y: number })[]; edges: (Edge & { points: { x: number; y: number }[] })[]; width: number; height: number }

/** Above this number of nodes, a table replaces the picture. */
export const MOST_NODES = 200;
export const WIDTH = 168, HEIGHT = 34;
export const switchOf = (port?: string) => port?.replace(/:[^:]*$/, '');

export function network(wtps: Wtp[], vaps: Vap[], links: Link[]): { nodes: Node[]; edges: Edge[] } {
  const nodes = new Map<string, Node>(), edges: Edge[] = [];
  const addSwitch = (id: string) => nodes.has(id) || nodes.set(id, { id, label: id, kind: 'switch', isDown: false });
  for (const one of vaps) {
    nodes.set(one.bssid, { id: one.bssid, label: one.ssid ?? one.bssid, kind: 'vap', isDown: one.up === false });
    const at = switchOf(one.port);
    if (at) { addSwitch(at); edges.push({ from: one.bssid, to: at }); }
  }
  for (const one of links) {
    const [low, high] = [switchOf(one.low)!, switchOf(one.high)!];
    addSwitch(low); addSwitch(high);
    edges.push({ from: low, to: high });
  }
  for (const one of wtps) {
    nodes.set(one.id, { id: one.id, label: one.name ?? one.id, kind: 'wtp', isDown: one.up === false });
    const at = switchOf(one.port);
    if (at) { addSwitch(at); edges.push({ from: at, to: one.id }); }
  }
  return { nodes: [...nodes.values()], edges };
}

/** Returns the places of the nodes: VAPs left, switches in between, WTPs right. */
export function placed({ nodes, edges }: { nodes: Node[]; edges: Edge[] }): Placed {
  const graph = new Graph({ multigraph: false }).setGraph({ rankdir: 'LR', nodesep: 14, ranksep: 90, marginx: 12, marginy: 12 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const one of nodes) graph.setNode(one.id, { width: WIDTH, height: HEIGHT });
  for (const one of edges) graph.setEdge(one.from, one.to);
  layout(graph);
  // VAPs are in the first layer and WTPs in the last one, however many switches are between them.
  const xs = nodes.map((one) => graph.node(one.id).x as number);
  const left = Math.min(...xs), right = Math.max(...xs);
  const at = (one: Node) => ({
    x: one.kind === 'vap' ? left : one.kind === 'wtp' ? right : (graph.node(one.id).x as number),
    y: graph.node(one.id).y as number,
  });
  const places = new Map(nodes.map((one) => [one.id, { ...one, ...at(one) }]));
  const size = graph.graph() as { width?: number; height?: number };
  return {
    nodes: [...places.values()],
    edges: edges.map((one) => ({ ...one, points: [places.get(one.from)!, places.get(one.to)!].map(({ x, y }) => ({ x, y })) })),
    width: size.width ?? 0, height: size.height ?? 0,
  };
}
