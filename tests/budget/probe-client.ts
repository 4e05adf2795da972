import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import type { Cost } from './probe.ts';

export type Probe = {
  /** What a piece of work costs the api, until it has rested for so long. */
  measure(work: () => Promise<void>, restMs: number): Promise<Cost>;
  close(): void;
};

/** Connects to the probe in the api. */
export async function connectProbe(path: string): Promise<Probe> {
  const socket = connect(path);
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const ask = async (line: string): Promise<unknown> => {
    socket.write(`${line}\n`);
    const answer = await lines.next();
    if (answer.done === true) throw new Error('the api ended');
    return JSON.parse(answer.value) as unknown;
  };
  return {
    async measure(work, restMs) {
      await ask('begin');
      await work();
      return (await ask(`end ${restMs}`)) as Cost;
    },
    close: () => socket.destroy(),
  };
}
