import { constants, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isSignedByOneOf, readKeys, readToken } from './signed-token.ts';

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const PSS = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };

const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ed = generateKeyPairSync('ed25519');
const short = generateKeyPairSync('rsa', { modulusLength: 1_024 });

type Signing = { alg: string; key: KeyObject; digest?: string | null; options?: object; header?: object };
function tokenOf({ alg, key, digest = 'sha256', options = {}, header = {} }: Signing): string {
  const signed = `${encode({ alg, ...header })}.${encode({ sub: 'alice' })}`;
  const signature = sign(digest, Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363', ...options });
  return `${signed}.${signature.toString('base64url')}`;
}
const jwk = (key: KeyObject, more: object = {}) => ({ ...key.export({ format: 'jwk' }), ...more });
const isRight = (token: string, ...keys: object[]): Promise<boolean> => isSignedByOneOf(token, readKeys({ keys }));

describe('a signature', () => {
  it.each<[Signing, KeyObject]>([
    [{ alg: 'RS256', key: rsa.privateKey }, rsa.publicKey],
    [{ alg: 'RS512', key: rsa.privateKey, digest: 'sha512' }, rsa.publicKey],
    [{ alg: 'PS256', key: rsa.privateKey, options: PSS }, rsa.publicKey],
    [{ alg: 'ES256', key: ec.privateKey }, ec.publicKey],
    [{ alg: 'EdDSA', key: ed.privateKey, digest: null }, ed.publicKey],
  ])('of %j is verified by its key only', async (signing, key) => {
    const others = [rsa, ec, ed].map(({ publicKey }) => publicKey).filter((other) => other !== key);
    expect(await isRight(tokenOf(signing), ...others.map((other) => jwk(other)))).toBe(false);
    expect(await isRight(tokenOf(signing), ...others.map((other) => jwk(other)), jwk(key))).toBe(true);
  });

  it('is not accepted with a key of another name, use or algorithm, and not with one that is short', async () => {
    const token = tokenOf({ alg: 'RS256', key: rsa.privateKey, header: { kid: 'a' } });
    expect(await isRight(token, jwk(rsa.publicKey, { kid: 'a', use: 'sig', alg: 'RS256' }))).toBe(true);
    for (const other of [{ kid: 'b' }, { kid: 'a', use: 'enc' }, { kid: 'a', alg: 'PS256' }])
      expect(await isRight(token, jwk(rsa.publicKey, other))).toBe(false);
    expect(await isRight(tokenOf({ alg: 'RS256', key: short.privateKey }), jwk(short.publicKey))).toBe(false);
  });

  it('is not accepted with an algorithm that has no public key, or with an extension that is not known', async () => {
    for (const header of [{ alg: 'HS256' }, { alg: 'none' }, { alg: 'toString' }, { crit: ['exp'] }])
      expect(await isRight(tokenOf({ alg: 'RS256', key: rsa.privateKey, header }), jwk(rsa.publicKey))).toBe(false);
  });
});

describe('a token', () => {
  it.each(['', 'a.b', 'a.b.c.d', 'W10.e30.x', 'bm8.e30.x'])('is refused as %j', (text) =>
    expect(() => readToken(text)).toThrow(),
  );

  it('without a signature is not signed', async () => {
    expect(await isRight('eyJhbGciOiJSUzI1NiJ9.e30.', jwk(rsa.publicKey))).toBe(false);
  });

  it('is not verified by what is no set of keys', () => {
    for (const set of [null, [], {}, { keys: 1 }]) expect(() => readKeys(set)).toThrow('no set of keys');
    expect(readKeys({ keys: [null, 1, {}] })).toEqual([{}]);
  });
});
