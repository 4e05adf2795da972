import { generateKeyPairSync, verify } from 'node:crypto';
import { expect, it } from 'vitest';
import { createTokenSource, signToken } from './google.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const credentials = {
  client_email: 'belfry@project.iam.gserviceaccount.com',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  private_key_id: 'k1',
};

const AUDIENCE = 'https://texttospeech.googleapis.com/';
const NOW = Date.parse('2026-11-20T12:00:00.700Z');

const read = (part = ''): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());

it('signs a token of the account for the service, valid for an hour', () => {
  const [header, claims, signature] = signToken(credentials, AUDIENCE, NOW).split('.');
  expect(read(header)).toEqual({ alg: 'RS256', typ: 'JWT', kid: 'k1' });
  const iat = Math.floor(NOW / 1_000);
  const account = credentials.client_email;
  expect(read(claims)).toEqual({ iss: account, sub: account, aud: AUDIENCE, iat, exp: iat + 3_600 });
  const signed = Buffer.from(`${header}.${claims}`);
  expect(verify('RSA-SHA256', signed, publicKey, Buffer.from(signature ?? '', 'base64url'))).toBe(true);
});

it('reuses a token until shortly before it expires', () => {
  let now = NOW;
  const tokenOf = createTokenSource(credentials, AUDIENCE, () => now);
  const first = tokenOf();
  now += 54 * 60_000;
  expect(tokenOf()).toBe(first);
  now += 60_000;
  expect(tokenOf()).not.toBe(first);
});
