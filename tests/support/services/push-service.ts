import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type PushedMessage = { kind: string; title: string; body: string; url: string; tag: string };
export type Pushed = { message: PushedMessage; headers: IncomingHttpHeaders; publicKey: string; bytes: number };

/** A browser with keys of its own, as it tells them to the api, and what its push service has taken for it. */
export type PushBrowser = {
  subscription: { endpoint: string; p256dh: string; auth: string };
  /** What was answered with 2xx, decrypted, in the order in which it came. */
  received: Pushed[];
  attempts: () => number;
  /** Answers with this status from now on; `never`: takes the request and says nothing. */
  answerWith(status: number | 'never'): void;
};

const JWT_HOURS_MAX = 24;

/** A push service that decrypts what it gets with the keys of its browsers (RFC 8291) and verifies who has sent it (RFC 8292), without any code of the api. */
export async function startPushService() {
  const browsers = new Map<string, (body: Buffer, headers: IncomingHttpHeaders) => number | 'never'>();
  const failures: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      try {
        const status = browsers.get(request.url ?? '')?.(Buffer.concat(chunks), request.headers) ?? 404;
        if (status !== 'never') response.writeHead(status).end();
      } catch (error) {
        failures.push(String(error));
        response.writeHead(400).end();
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    /** What could not be decrypted or verified. */
    failures,
    addBrowser(): PushBrowser {
      const [keys, auth, path] = [
        createECDH('prime256v1'),
        randomBytes(16),
        `/send/${randomBytes(12).toString('hex')}`,
      ];
      const p256dh = keys.generateKeys();
      const received: Pushed[] = [];
      let answer: number | 'never' = 201;
      let attempts = 0;
      browsers.set(path, (body, headers) => {
        attempts += 1;
        const message = JSON.parse(decrypt(body, { keys, auth })) as PushedMessage;
        const publicKey = verifySender(headers, origin);
        if (typeof answer === 'number' && answer < 300)
          received.push({ message, headers, publicKey, bytes: Buffer.byteLength(JSON.stringify(message)) });
        return answer;
      });
      const [text, secret] = [p256dh.toString('base64url'), auth.toString('base64url')];
      return {
        subscription: { endpoint: origin + path, p256dh: text, auth: secret },
        received,
        attempts: () => attempts,
        answerWith(status) {
          answer = status;
        },
      };
    },
    stop(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
export type PushService = Awaited<ReturnType<typeof startPushService>>;

type BrowserKeys = { keys: ReturnType<typeof createECDH>; auth: Buffer };

const derive = (ikm: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', ikm, salt, info, length));

/** One record of aes128gcm: salt, size of records, key of the sender, and what it has encrypted. */
function decrypt(body: Buffer, { keys, auth }: BrowserKeys): string {
  const [salt, keyBytes] = [body.subarray(0, 16), body[20] ?? 0];
  const sender = body.subarray(21, 21 + keyBytes);
  const sealed = body.subarray(21 + keyBytes);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const ikm = derive(keys.computeSecret(sender), auth, info, 32);
  const key = derive(ikm, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(ikm, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // The text ends with 2 and zeros.
  return text.subarray(0, text.lastIndexOf(2)).toString('utf8');
}

/** @returns the public key with which the token was signed; throws where it is not valid here and now */
function verifySender({ authorization = '' }: IncomingHttpHeaders, origin: string): string {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const options = { key, dsaEncoding: 'ieee-p1363' } as const;
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), options, Buffer.from(signature, 'base64url')))
    throw new Error('the token is not signed by its key');
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
  const hours = (Number(exp) - Date.now() / 1_000) / 3_600;
  if (aud !== origin || !(hours > 0 && hours <= JWT_HOURS_MAX) || !/^(mailto:|https:)/.test(String(sub)))
    throw new Error(`the token says ${String(aud)}, ${hours} hours, ${String(sub)}`);
  return publicKey;
}
