import type { CDPSession, Page } from '@playwright/test';

/**
 * The address of the console at which passkeys of a stack work: browsers make none for network addresses, so it is opened by name.
 * @param url of the stack
 */
export const byName = (url: string): string => url.replace('127.0.0.1', 'localhost');

/** A device with fingerprint, face or PIN, which Chromium simulates for a page; it answers each question at once. */
export class VirtualDevice {
  readonly #session: CDPSession;
  readonly #id: string;

  private constructor(session: CDPSession, id: string) {
    this.#session = session;
    this.#id = id;
  }

  /**
   * Connects a device to a page. Chromium would answer at once with a passkey that the page offers among what is filled in, so the page
   * offers none there, unless `inFields` is true.
   */
  static async connect(page: Page, { inFields = false } = {}): Promise<VirtualDevice> {
    if (!inFields) {
      await page.addInitScript(() => {
        if (!('PublicKeyCredential' in globalThis)) return;
        PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
      });
    }
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new VirtualDevice(session, authenticatorId);
  }

  /** Whether fingerprint, face or PIN are right from now on. */
  async verify(isUserVerified: boolean): Promise<void> {
    await this.#session.send('WebAuthn.setUserVerified', { authenticatorId: this.#id, isUserVerified });
  }

  async count(): Promise<number> {
    return (await this.#credentials()).length;
  }

  /** Replaces the passkeys of the device by copies of them that have signed so many times. */
  async replaceByCopies(signCount: number): Promise<void> {
    const credentials = await this.#credentials();
    await this.#session.send('WebAuthn.clearCredentials', { authenticatorId: this.#id });
    for (const credential of credentials) {
      await this.#session.send('WebAuthn.addCredential', {
        authenticatorId: this.#id,
        credential: { ...credential, signCount },
      });
    }
  }

  async #credentials() {
    const answer = await this.#session.send('WebAuthn.getCredentials', { authenticatorId: this.#id });
    return answer.credentials;
  }
}
