import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';

export const ENTITY = 'media_player.kitchen';
export const TOKEN = 'long-lived';
type Call = {
  id: number;
  type: string;
  service?: string;
  service_data?: Record<string, unknown>;
  access_token?: string;
};

/** Home Assistant as far as it is needed, with one media player. */
export async function startFakeHome() {
  const server = new WebSocketServer({ port: 0, path: '/api/websocket' });
  await once(server, 'listening');
  const calls: Call[] = [];
  const state = { volume: 0.25, answers: true };
  let socket: WebSocket | null = null;
  let subscription = 0;
  const send = (message: object): void => socket?.send(JSON.stringify(message));
  server.on('connection', (opened) => {
    socket = opened;
    send({ type: 'auth_required', ha_version: '2026.11.0' });
    opened.on('message', (data) => {
      const call = JSON.parse((data as Buffer).toString('utf8')) as Call;
      if (call.type === 'auth') return send({ type: call.access_token === TOKEN ? 'auth_ok' : 'auth_invalid' });
      if (call.type === 'subscribe_entities') {
        subscription = call.id;
        const attributes = { volume_level: state.volume, friendly_name: 'Kitchen' };
        return send({ id: call.id, type: 'event', event: { a: { [ENTITY]: { s: 'idle', a: attributes, lc: 1 } } } });
      }
      calls.push(call);
      if (state.answers) send({ id: call.id, type: 'result', success: true, result: null });
    });
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    state,
    say: (next: string) =>
      send({ id: subscription, type: 'event', event: { c: { [ENTITY]: { '+': { s: next, lc: 2 } } } } }),
    /** Sends states of so many bytes without end. @returns how many it could send */
    flood(bytes: number): () => number {
      const filler = 'x'.repeat(bytes);
      let sent = 0;
      const timer = setInterval(() => {
        if (socket?.readyState !== socket?.OPEN) return clearInterval(timer);
        sent++;
        send({ id: subscription, type: 'event', event: { c: { [ENTITY]: { '+': { a: { filler } } } } } });
      }, 1);
      return () => sent;
    },
    close: () => {
      for (const client of server.clients) client.terminate();
      server.close();
    },
  };
}
