import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { passkeysHttp, type PasskeyCreation, type PasskeyRequest } from '@belfry/schemas/http/accounts/passkeys';
import type { HttpClient } from './http-client.ts';

/** The console of an api under test, which listens on a free port: passkeys belong to what is configured. */
export const PASSKEY_ORIGIN = 'http://localhost:0';

type Answered = {
  /** Of the page that asks. */
  origin?: string;
  /** The host to which the credential belongs. */
  rpId?: string;
  /** Whether the device has verified the person. */
  verified?: boolean;
  crossOrigin?: boolean;
};

const UP = 0x01;
const UV = 0x04;
const AT = 0x40;
const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

/** A device with one passkey, as software. `counter`: how often it has signed; null for one that does not count. */
export class Authenticator {
  readonly id = randomBytes(32);
  counter: number | null;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  constructor(counter: number | null = 0) {
    this.counter = counter;
  }

  /** Makes the passkey. @param certificate an attestation with one, which nobody has asked for */
  create({ challenge, rp }: PasskeyCreation, options: Answered = {}, certificate = false) {
    const client = clientData('webauthn.create', challenge, options);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, this.#coseKey()]);
    const data = this.#authenticatorData({ rpId: rp.id, ...options }, AT, credential);
    const size = Buffer.alloc(2);
    size.writeUInt16BE(data.length);
    const statement = certificate
      ? Buffer.concat([
          cborText('packed'),
          cborText('attStmt'),
          Buffer.from('a363616c67266373696741006378356381', 'hex'),
        ])
      : Buffer.concat([cborText('none'), cborText('attStmt'), Buffer.from([0xa0])]);
    const x5c = certificate ? Buffer.from('4100', 'hex') : Buffer.alloc(0);
    const attestation = [Buffer.from([0xa3]), cborText('fmt'), statement, x5c, cborText('authData')];
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: client.toString('base64url'),
        attestationObject: Buffer.concat([...attestation, Buffer.from([0x59]), size, data]).toString('base64url'),
        transports: ['internal', 'of-tomorrow'],
      },
    };
  }

  /** Signs a challenge. */
  sign({ challenge, rpId }: PasskeyRequest, options: Answered = {}) {
    if (this.counter !== null) this.counter += 1;
    const client = clientData('webauthn.get', challenge, options);
    const data = this.#authenticatorData({ rpId, ...options }, 0, Buffer.alloc(0));
    const signer = createSign('sha256').update(Buffer.concat([data, sha256(client)]));
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signer.sign(this.#keys.privateKey).toString('base64url'),
      },
    };
  }

  #credential() {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key' as const };
  }

  #authenticatorData({ rpId = '', verified = true }: Answered, flags: number, credential: Buffer): Buffer {
    const head = Buffer.alloc(5);
    head.writeUInt8(UP | (verified ? UV : 0) | flags, 0);
    head.writeUInt32BE(this.counter ?? 0, 1);
    return Buffer.concat([sha256(rpId), head, credential]);
  }

  /** An ES256 key as COSE writes it. */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const coordinate = (text: string): Buffer => Buffer.from(text, 'base64url');
    const head = Buffer.from('a5010203262001215820', 'hex');
    return Buffer.concat([head, coordinate(x), Buffer.from('225820', 'hex'), coordinate(y)]);
  }
}

const cborText = (text: string): Buffer => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

const clientData = (
  type: string,
  challenge: string,
  { origin = PASSKEY_ORIGIN, crossOrigin = false }: Answered,
): Buffer => Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }));

type Person = { key: string; password: string };

/** Adds a passkey to an account. */
export async function addPasskey(
  api: Pick<HttpClient, 'call'>,
  { key, password }: Person,
  { device = new Authenticator(), name }: { device?: Authenticator; name?: string } = {},
) {
  const begun = await api.call(passkeysHttp.beginRegistration, { key }, { password });
  const response = device.create(begun.body);
  const { body, status } = await api.call(passkeysHttp.finishRegistration, { key }, { response, name });
  if (status !== 201) throw new Error(`the passkey was not added: ${status} ${body.error}`);
  return { device, id: body.passkey.id, recovery: body.recovery_codes };
}

/** Signs in with a passkey; with the challenge of a first step it is the second one. */
export async function signInWith(
  api: Pick<HttpClient, 'call'>,
  device: Authenticator,
  { challenge, ...options }: Answered & { challenge?: string } = {},
) {
  const begun = await api.call(passkeysHttp.beginSignIn, null, { challenge });
  const response = device.sign(begun.body, options);
  return api.call(passkeysHttp.finishSignIn, null, { response, challenge });
}
