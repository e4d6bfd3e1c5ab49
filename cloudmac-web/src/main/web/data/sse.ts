// SPDX-License-Identifier: Apache-2.0
// Reads server-sent events. Pure.

export interface ServerEvent { event: string; id: string; data: string }

/** Takes a stream piece by piece and returns the events that are complete. */
export class EventParser {
  #rest = '';

  take(piece: string): ServerEvent[] {
    const blocks = (this.#rest + piece).replaceAll('\r\n', '\n').split('\n\n');
    this.#rest = blocks.pop() ?? '';
    return blocks.map(parsed).filter((each) => each.data !== '');
  }
}

function parsed(block: string): ServerEvent {
  const found: ServerEvent = { event: '', id: '', data: '' };
  for (const line of block.split('\n')) {
    const [, name, value] = /^(\w+):? ?(.*)$/.exec(line) ?? [];
    if (name === 'data') found.data += (found.data ? '\n' : '') + value;
    else if (name === 'event' || name === 'id') found[name] = value ?? '';
  }
  return found;
}
