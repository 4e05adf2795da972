/** Load: HTTP clients that send one request at a time. Prints latencies and rate as one JSON line. */
import { Agent, request } from 'node:http';
import { quantile } from '../lib/statistics.ts';

interface Input {
  port: number;
  paths: string[];
  key: string;
  callers: number;
  requests: number;
  /** Sent as JSON with POST; without it, and without `bodies`, the requests are GETs. */
  body?: unknown;
  /** Several of them, in turn. */
  bodies?: unknown[];
}
const input = JSON.parse(process.argv[2] ?? '{}') as Input;
const { port, paths, key, callers, requests, body, bodies = body === undefined ? [] : [body] } = input;
const agent = new Agent({ keepAlive: true, maxSockets: callers });
const texts = bodies.length === 0 ? [''] : bodies.map((each) => JSON.stringify(each));
const method = bodies.length === 0 ? 'GET' : 'POST';

function call(at: number): Promise<void> {
  const [path = '', text = ''] = [paths[at % paths.length], texts[at % texts.length]];
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), authorization: key };
  return new Promise((resolve, reject) => {
    const outgoing = request({ agent, host: '127.0.0.1', port, path, method, headers }, (answer) => {
      let answered = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (answered += chunk));
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`${answer.statusCode} ${answered}`)),
      );
    });
    outgoing.on('error', reject).end(text);
  });
}

const latencies: number[] = [];
let next = 0;
const begun = performance.now();
await Promise.all(
  Array.from({ length: callers }, async () => {
    while (next < requests) {
      const sentAt = performance.now();
      await call(next++);
      latencies.push(performance.now() - sentAt);
    }
  }),
);
const seconds = (performance.now() - begun) / 1_000;
latencies.sort((a, b) => a - b);
const result = { rate: requests / seconds, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) };
process.stdout.write(`${JSON.stringify(result)}\n`);
agent.destroy();
