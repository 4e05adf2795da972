import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { hostOfHealth, type SpeakerHealthCheck } from '@belfry/schemas/domain/network-speakers';
import type { Cancel, Clock } from '../hardware/clock.ts';

const EVERY_MS = 20_000;
/** After so many without an answer it is not there. */
const FAILURES_MAX = 3;
const ANSWER_MS = 4_000;
const SIP_PORT = 5_060;

/** Whether a loudspeaker answers. Never rejects, and never takes longer than five seconds. */
export type AskSpeaker = (health: SpeakerHealthCheck) => Promise<boolean>;

const ASK: Record<SpeakerHealthCheck['kind'], (address: string) => Promise<boolean>> = {
  sip: askSip,
  http: askHttp,
  ping: askPing,
};

export const askSpeaker: AskSpeaker = ({ kind, address }) => ASK[kind](address).catch(() => false);

/** Asks at once and every 20 s, and tells where the answer is another one than before. */
export function watchHealth(options: {
  health: SpeakerHealthCheck;
  clock: Clock;
  changed: (isThere: boolean) => void;
  ask?: AskSpeaker;
}): Cancel {
  const { health, clock, changed, ask = askSpeaker } = options;
  let failures = 0;
  let isThere = true;
  let isOver = false;
  let cancel: Cancel = () => {};

  async function check(): Promise<void> {
    const answers = await ask(health);
    if (isOver) return;
    cancel = clock.after(EVERY_MS, () => void check());
    failures = answers ? 0 : failures + 1;
    const now = answers || (isThere && failures < FAILURES_MAX);
    if (now === isThere) return;
    isThere = now;
    changed(now);
  }

  void check();
  return () => {
    isOver = true;
    cancel();
  };
}

/** Any answer will do, also a refusal. */
function askSip(address: string): Promise<boolean> {
  const [host = '', port = String(SIP_PORT)] = address.split(':');
  const socket = createSocket('udp4');
  const id = randomBytes(8).toString('hex');
  return new Promise((resolve) => {
    const end = (answers: boolean): void => {
      clearTimeout(timer);
      socket.close();
      resolve(answers);
    };
    const timer = setTimeout(() => end(false), ANSWER_MS);
    socket.once('error', () => end(false));
    socket.on('message', (message) => {
      if (message.toString('latin1').startsWith('SIP/2.0') && message.includes(id)) end(true);
    });
    socket.connect(Number(port), host, () => {
      const { address: own, port: ownPort } = socket.address();
      const request = [
        `OPTIONS sip:${host}:${port} SIP/2.0`,
        `Via: SIP/2.0/UDP ${own}:${ownPort};branch=z9hG4bK${id};rport`,
        'Max-Forwards: 70',
        `To: <sip:${host}:${port}>`,
        `From: <sip:belfry@${own}>;tag=${id}`,
        `Call-ID: ${id}`,
        'CSeq: 1 OPTIONS',
        `Contact: <sip:belfry@${own}:${ownPort}>`,
        'Accept: application/sdp',
        'Content-Length: 0',
        '',
        '',
      ].join('\r\n');
      socket.send(request, (error) => error && end(false));
    });
  });
}

/** Any answer will do, also one that asks for a password; small servers do not know HEAD. */
async function askHttp(address: string): Promise<boolean> {
  const answers = (status: number): boolean => status < 500 && status !== 405;
  return answers(await statusOf(address, 'HEAD')) || answers(await statusOf(address, 'GET'));
}

/** Past every proxy, and whatever its certificate is: nothing is sent to it, and nothing of it is read. Rejects with the error of the network. */
function statusOf(address: string, method: 'HEAD' | 'GET'): Promise<number> {
  const start = address.startsWith('https:') ? requestHttps : requestHttp;
  const options = { method, agent: false, rejectUnauthorized: false, signal: AbortSignal.timeout(ANSWER_MS / 2) };
  return new Promise((resolve, reject) => {
    const request = start(address, options, (response) => {
      response.destroy();
      resolve(response.statusCode ?? 0);
    });
    request.on('error', reject);
    request.end();
  });
}

function askPing(address: string): Promise<boolean> {
  const host = hostOfHealth({ kind: 'ping', address });
  if (host === null) return Promise.resolve(false);
  return new Promise((resolve) => {
    execFile('ping', ['-n', '-c', '1', '-W', '1', host], { timeout: ANSWER_MS }, (error) => resolve(error === null));
  });
}
