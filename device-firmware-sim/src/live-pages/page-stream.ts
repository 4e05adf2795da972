import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { proxyAgent } from '../lib/proxy.ts';
import { createFrameSplitter } from './frame-splitter.ts';
import type { OpenPageStream, PageListener } from './page-transport.ts';

const OK = 200;
const ANSWERED_MS = 10_000;

/** Not by `fetch`, whose streams cost Node many times as much for each frame. */
export const openPageStream: OpenPageStream = async ({ url, authorization }, listener) => {
  const options = { headers: { authorization }, agent: proxyAgent(url.href) };
  const request = (url.protocol === 'https:' ? https : http).get(url, options);
  const waiting = setTimeout(() => request.destroy(new Error('the server does not answer')), ANSWERED_MS);
  const [response] = (await once(request, 'response').finally(() => clearTimeout(waiting))) as [http.IncomingMessage];
  request.on('error', () => undefined);
  if (response.statusCode !== OK) {
    request.destroy();
    throw new Error(`the server answers ${response.statusCode}`);
  }
  readStream(response, listener);
  return () => request.destroy();
};

function readStream(response: http.IncomingMessage, { frame, lost }: PageListener): void {
  const split = createFrameSplitter(frame);
  response.on('data', (chunk: Uint8Array) => {
    try {
      split(chunk);
    } catch {
      // It is no stream of frames.
      response.destroy();
    }
  });
  response.on('error', () => undefined);
  response.once('close', lost);
}
