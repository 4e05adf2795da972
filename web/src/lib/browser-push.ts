import type { NewPushSubscription } from '@belfry/schemas/http/mail/push';
import { askPermission, readPermission } from './system-notifications.ts';

/**
 * Why this browser takes no messages. insecure: plain HTTP; home_screen: iOS takes them in installed pages only; denied: the person, or the system,
 * has refused notifications.
 */
export type PushObstacle = 'insecure' | 'home_screen' | 'unsupported' | 'denied';

const WORKER = '/service-worker.js';

const isApple = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** null where this browser can take messages. */
export function pushObstacle(): PushObstacle | null {
  if (!globalThis.isSecureContext) return 'insecure';
  const isKnown = 'serviceWorker' in navigator && 'PushManager' in globalThis && readPermission() !== 'unsupported';
  if (!isKnown) return isApple() ? 'home_screen' : 'unsupported';
  return readPermission() === 'denied' ? 'denied' : null;
}

/** The service worker is registered only after messages were turned on, or the console was installed. */
async function findRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined;
  return navigator.serviceWorker.getRegistration('/').catch(() => undefined);
}

export async function startWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined;
  await navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' });
  return navigator.serviceWorker.ready;
}

export async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await findRegistration();
  return (await registration?.pushManager?.getSubscription().catch(() => null)) ?? null;
}

/**
 * Asks the person for their permission, which browsers permit after a click only, and the push service for an address. Null where the person refuses.
 * @param publicKey that of the installation; an address that was made with another one is replaced
 */
export async function subscribeBrowser(publicKey: string): Promise<NewPushSubscription | null> {
  if ((await askPermission()) !== 'granted') return null;
  const registration = await startWorker();
  if (!registration) return null;
  const key = bytesOf(publicKey);
  const before = await registration.pushManager.getSubscription();
  if (before && !isSame(before.options.applicationServerKey, key)) await before.unsubscribe();
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? '', p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' };
}

/** Ends all messages to this browser, whoever sends them. */
export async function unsubscribeBrowser(): Promise<void> {
  await (await findSubscription())?.unsubscribe().catch(() => false);
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
}

function isSame(current: ArrayBuffer | null, key: Uint8Array): boolean {
  if (current === null) return false;
  const bytes = new Uint8Array(current);
  return bytes.length === key.length && bytes.every((byte, at) => byte === key[at]);
}
