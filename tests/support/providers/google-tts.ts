import { generateKeyPairSync, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export type GoogleVoice = { name: string; languageCodes: string[]; ssmlGender: string; naturalSampleRateHertz: number };
type Synthesis = { input: { text: string }; voice: object; audioConfig: object };

export type FakeGoogle = {
  url: string;
  /** JSON of a service account whose signatures it takes. */
  credentials: string;
  voices: GoogleVoice[];
  heard: Synthesis[];
  /** Answers the next requests with these statuses, then as it should. */
  answer(...statuses: number[]): void;
  stop(): Promise<void>;
};

const EMAIL = 'belfry@project.iam.gserviceaccount.com';
const SECONDS = 1_000;

/** Google Cloud Text-to-Speech on loopback: checks who calls as Google does, lists voices and says one sound. */
export async function startGoogleTts(sound: Buffer): Promise<FakeGoogle> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const voices: GoogleVoice[] = [];
  const heard: Synthesis[] = [];
  const statuses: number[] = [];

  const handle = async (request: IncomingMessage, audience: string): Promise<{ status: number; body: object }> => {
    if (!knows(request.headers.authorization ?? '', audience)) return refused(401, 'UNAUTHENTICATED');
    const status = statuses.shift() ?? 200;
    if (status !== 200) return refused(status, 'the project belfry-1234 has no quota');
    if (`${request.method} ${request.url}` === 'GET /v1/voices') return { status, body: { voices } };
    if (`${request.method} ${request.url}` !== 'POST /v1/text:synthesize') return refused(404, 'NOT_FOUND');
    heard.push((await json(request)) as Synthesis);
    return { status, body: { audioContent: sound.toString('base64') } };
  };

  /** A self-signed JWT for this service, not older than an hour. */
  const knows = (authorization: string, audience: string): boolean => {
    const [header = '', claims = '', signature = ''] = authorization.replace('Bearer ', '').split('.');
    const signed = verify(
      'RSA-SHA256',
      Buffer.from(`${header}.${claims}`),
      publicKey,
      Buffer.from(signature, 'base64url'),
    );
    if (!signed || read(header)['alg'] !== 'RS256') return false;
    const { iss, sub, aud, iat, exp } = read(claims);
    const now = Date.now() / SECONDS;
    return iss === EMAIL && sub === EMAIL && aud === audience && Number(iat) <= now && now < Number(exp);
  };

  const server = createServer((request, response) => {
    void handle(request, `http://${request.headers.host}/`).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials: JSON.stringify({ type: 'service_account', client_email: EMAIL, private_key, private_key_id: 'k1' }),
    voices,
    heard,
    answer: (...next) => statuses.push(...next),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const refused = (status: number, message: string) => ({ status, body: { error: { code: status, message } } });

const read = (part: string): Record<string, unknown> => JSON.parse(Buffer.from(part, 'base64url').toString());
