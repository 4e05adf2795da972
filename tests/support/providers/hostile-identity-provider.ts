import { createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign as signBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export const CLIENT_ID = 'belfry';
export const CLIENT_SECRET = 'the secret of the client';

type Json = Record<string, unknown>;
/** How the next ID token differs from a right one. A claim that is undefined is left out. */
export type Forgery = {
  claims?: Json;
  header?: Json;
  /** What signs it: the published key, another one, the client secret, the published key as a secret, or nothing. */
  signedBy?: 'key' | 'other-key' | 'secret' | 'public-key' | 'nothing';
  /** Changes the finished token. */
  edit?: (token: string) => string;
  /** The answer of the token endpoint instead. */
  tokenAnswer?: (right: Json) => { status: number; body: string | Json; headers?: Record<string, string> };
  userinfo?: Json;
};

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const newPair = () => generateKeyPairSync('rsa', { modulusLength: 2_048 });

export type HostileProvider = {
  issuer: string;
  /** What the next code is exchanged for. */
  next: { nonce: string; forgery: Forgery };
  /** Changes the description of the provider. */
  metadata: Json;
  /** Requests to the token endpoint. */
  exchanges: URLSearchParams[];
  /** Signs other keys from now on. */
  rotate(): void;
  /** A token with these claims. */
  token(claims: Json, forgery?: Pick<Forgery, 'header' | 'signedBy' | 'edit'>): string;
  stop(): Promise<void>;
};

/** An identity provider on loopback that does everything wrong that a test asks for. */
export async function startHostileProvider(): Promise<HostileProvider> {
  let pair = newPair();
  let kid = 'first';
  const other = newPair();
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const provider: HostileProvider = {
    issuer,
    next: { nonce: '', forgery: {} },
    metadata: {},
    exchanges: [],
    rotate() {
      pair = newPair();
      kid = randomUUID();
    },
    token(claims, { header = {}, signedBy = 'key', edit = (token: string) => token } = {}) {
      const alg = { key: 'RS256', 'other-key': 'RS256', secret: 'HS256', 'public-key': 'HS256', nothing: 'none' }[
        signedBy
      ];
      const signed = `${encode({ alg, kid, typ: 'JWT', ...header })}.${encode(claims)}`;
      return edit(`${signed}.${signatureOf(signed, signedBy, { pair, other })}`);
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const send = (status: number, value: unknown, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(typeof value === 'string' ? value : JSON.stringify(value));
    };
    switch (new URL(request.url ?? '/', issuer).pathname) {
      case '/.well-known/openid-configuration':
        return send(200, { ...metadataOf(issuer), ...provider.metadata });
      case '/keys':
        return send(200, { keys: [{ ...pair.publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }] });
      case '/userinfo':
        return send(200, { sub: 'alice', ...provider.next.forgery.userinfo });
      case '/token': {
        provider.exchanges.push(new URLSearchParams(body));
        const { forgery, nonce } = provider.next;
        const id_token = provider.token({ ...claimsOf(issuer, nonce), ...forgery.claims }, forgery);
        const right: Json = { access_token: 'access', token_type: 'Bearer', expires_in: 60, id_token };
        const {
          status,
          body: sent,
          headers,
        } = forgery.tokenAnswer?.(right) ?? { status: 200, body: right, headers: {} };
        return send(status, sent, headers);
      }
      default:
        return send(404, {});
    }
  }

  return provider;
}

const metadataOf = (issuer: string): Json => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  // It claims to support everything, so that nothing is refused for this list alone.
  id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
  token_endpoint_auth_methods_supported: ['client_secret_post'],
  backchannel_logout_supported: true,
});

/** The claims of a right ID token. */
const claimsOf = (issuer: string, nonce: string): Json => {
  const now = Math.floor(Date.now() / 1_000);
  return {
    iss: issuer,
    aud: CLIENT_ID,
    sub: 'alice',
    iat: now,
    exp: now + 300,
    nonce,
    email_verified: true,
    name: 'Alice Adams',
    groups: ['staff'],
    sid: 'session-of-alice',
  };
};

type Pair = { publicKey: KeyObject; privateKey: KeyObject };

function signatureOf(
  signed: string,
  signedBy: NonNullable<Forgery['signedBy']>,
  { pair, other }: { pair: Pair; other: Pair },
): string {
  switch (signedBy) {
    case 'key':
      return signBytes('sha256', Buffer.from(signed), pair.privateKey).toString('base64url');
    case 'other-key':
      return signBytes('sha256', Buffer.from(signed), other.privateKey).toString('base64url');
    case 'secret':
      return createHmac('sha256', CLIENT_SECRET).update(signed).digest('base64url');
    case 'public-key':
      return createHmac('sha256', pair.publicKey.export({ format: 'pem', type: 'spki' }))
        .update(signed)
        .digest('base64url');
    case 'nothing':
      return '';
  }
}
