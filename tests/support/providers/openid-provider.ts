import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type JWK } from 'oidc-provider';

type Registration = { client_id: string; client_secret: string; redirect_uri: string; logout_uri: string };
type Person = { email: string; email_verified: boolean; name: string; groups: string[] };

export type OpenIdProvider = {
  issuer: string;
  /** Who signs in next, by subject. */
  people: Map<string, Person>;
  signIn: { as: string };
  /** Begins with this client, and with new keys. */
  register(client: Registration): void;
  /** Publishes and uses other keys from now on. */
  changeKeys(): void;
  /** Tells the client that a person has signed out everywhere. */
  logOut(subject: string): Promise<void>;
  /** Answers nothing any more, until it is resumed. */
  pause(paused: boolean): void;
  stop(): Promise<void>;
};

const newKey = (): JWK => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({ format: 'jwk' }),
  kid: randomUUID(),
  use: 'sig',
});

/** A complete OpenID provider on loopback, which asks nobody for a password. */
export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  const people: OpenIdProvider['people'] = new Map();
  const signIn = { as: '' };
  let client: Registration | undefined;
  let provider: Provider | undefined;
  let paused = false;

  const server = createServer((request, response) => {
    if (paused || !provider) return void request.socket.destroy();
    if (!request.url?.startsWith('/interaction/')) return void provider.callback()(request, response);
    const result = { login: { accountId: signIn.as } };
    return void provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function start(): void {
    if (!client) throw new Error('no client is registered');
    const { redirect_uri, logout_uri, ...credentials } = client;
    provider = new Provider(issuer, {
      clients: [
        {
          ...credentials,
          redirect_uris: [redirect_uri],
          response_types: ['code'],
          grant_types: ['authorization_code'],
          token_endpoint_auth_method: 'client_secret_post',
          backchannel_logout_uri: logout_uri,
        },
      ],
      jwks: { keys: [newKey()] },
      cookies: { keys: ['of a test'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
      features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      findAccount: (_context, sub) => {
        const person = people.get(sub);
        return person && { accountId: sub, claims: () => ({ sub, ...person }) };
      },
      async loadExistingGrant({ oidc }) {
        if (!oidc.client || !oidc.session?.accountId) return undefined;
        const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
      fetch(url, options) {
        // That of the library refuses loopback.
        const { dispatcher: _refusing, ...plain } = options as RequestInit & { dispatcher?: unknown };
        return globalThis.fetch(url, plain);
      },
    });
  }

  return {
    issuer,
    people,
    signIn,
    register(registered) {
      client = registered;
      start();
    },
    changeKeys: start,
    async logOut(subject) {
      const found = await provider?.Client.find(client?.client_id ?? '');
      // Part of the class, but not of its type.
      await (found as unknown as { backchannelLogout(sub: string, sid: string): Promise<void> }).backchannelLogout(
        subject,
        '',
      );
    },
    pause(value) {
      paused = value;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
