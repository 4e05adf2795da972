import { generateKeyPairSync, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export type GoogleVoice = { name: string; languageCodes: string[]; ssmlGender: string; naturalSampleRateHertz: number };
type Synthesis = { input: { text: string }; voice: object; audioConfig: object };

export type FakeGoogle = {
  url: string;
  /** JSON of a service account whose signature is accepted. */
  credentials: string;
  voices: GoogleVoice[];
  requests: Synthesis[];
  /** Responds to the next requests with these statuses, then normally. */
  failNext(...statuses: number[]): void;
  /** Responds normally from now on. */
  recover(): void;
  stop(): Promise<void>;
};

const EMAIL = 'belfry@project.iam.gserviceaccount.com';
const SECONDS = 1_000;

/** A fake Google Cloud Text-to-Speech on loopback: checks the token, lists voices, and returns one sound. */
export async function startGoogleTts(sound: Buffer): Promise<FakeGoogle> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const voices: GoogleVoice[] = [];
  const requests: Synthesis[] = [];
  const statuses: number[] = [];

  const handle = async (request: IncomingMessage, audience: string): Promise<{ status: number; body: object }> => {
    if (!isAuthorized(request.headers.authorization ?? '', audience)) return errorResponse(401, 'UNAUTHENTICATED');
    const status = statuses.shift() ?? 200;
    if (status !== 200) return errorResponse(status, 'the project belfry-1234 has no quota');
    if (`${request.method} ${request.url}` === 'GET /v1/voices') return { status, body: { voices } };
    if (`${request.method} ${request.url}` !== 'POST /v1/text:synthesize') return errorResponse(404, 'NOT_FOUND');
    requests.push((await json(request)) as Synthesis);
    return { status, body: { audioContent: sound.toString('base64') } };
  };

  /** Accepts an unexpired self-signed JWT for this service. */
  const isAuthorized = (authorization: string, audience: string): boolean => {
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
    requests,
    failNext: (...next) => statuses.push(...next),
    recover: () => void statuses.splice(0),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const errorResponse = (status: number, message: string) => ({ status, body: { error: { code: status, message } } });

const read = (part: string): Record<string, unknown> => JSON.parse(Buffer.from(part, 'base64url').toString());
