/** Load: HTTP callers that each send a command and wait for its answer. Prints latencies and rate as one JSON line. */
import { Agent, request } from 'node:http';
import { quantile } from '../lib/statistics.ts';

interface Input {
  port: number;
  paths: string[];
  key: string;
  callers: number;
  requests: number;
}
const { port, paths, key, callers, requests } = JSON.parse(process.argv[2] ?? '{}') as Input;
const agent = new Agent({ keepAlive: true, maxSockets: callers });
const body = JSON.stringify({ command: 'set_volume', params: { channel: 0, volume: 50 } });
const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), authorization: key };

function call(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ agent, host: '127.0.0.1', port, path, method: 'POST', headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`${answer.statusCode} ${text}`)),
      );
    });
    outgoing.on('error', reject).end(body);
  });
}

const latencies: number[] = [];
let next = 0;
const begun = performance.now();
await Promise.all(
  Array.from({ length: callers }, async () => {
    while (next < requests) {
      const path = paths[next++ % paths.length] ?? '';
      const sentAt = performance.now();
      await call(path);
      latencies.push(performance.now() - sentAt);
    }
  }),
);
const seconds = (performance.now() - begun) / 1_000;
latencies.sort((a, b) => a - b);
const result = { rate: requests / seconds, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) };
process.stdout.write(`${JSON.stringify(result)}\n`);
agent.destroy();
