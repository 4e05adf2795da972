/** `unsupported`: the browser has no notifications. */
type NotificationPermissionState = NotificationPermission | 'unsupported';

const isSupported = (): boolean => 'Notification' in globalThis;

/** Reads the permission without asking the person. */
export const readPermission = (): NotificationPermissionState =>
  isSupported() ? Notification.permission : 'unsupported';

/** Asks the person, unless they have answered before. Browsers permit the question after a click only. */
export async function askPermission(): Promise<NotificationPermissionState> {
  if (!isSupported()) return 'unsupported';
  return Notification.requestPermission().catch(() => Notification.permission);
}

/** `tag`: a notice replaces the one with the same tag, also that of another tab. `path`: the screen to which a click leads. */
export type SystemNotice = { tag: string; title: string; body: string; path: string };

/** Shows a notice of the browser while the page is hidden and the browser permits it. */
export function showSystemNotice({ tag, title, body, path }: SystemNotice, open: (path: string) => void): void {
  if (!document.hidden || readPermission() !== 'granted') return;
  try {
    const notification = new Notification(title, { body, tag, icon: '/favicon.svg' });
    notification.addEventListener('click', () => {
      notification.close();
      globalThis.focus();
      open(path);
    });
  } catch {
    // Some browsers of phones permit them to service workers only.
  }
}
