import { useNotifications, type Notifications } from '@mantine/notifications';
import { useEffect, useState } from 'react';

type View = typeof Notifications;

/** The container of toasts. Its code is loaded with the first screen after the sign-in page, or with the first toast. */
export function Toasts() {
  const waiting = useNotifications().notifications.length;
  const [View, setView] = useState<View>();
  useEffect(() => {
    if (View || waiting === 0) return;
    // Where it cannot be loaded, the next toast tries again.
    import('./console-parts.ts').then(
      (parts) => setView(() => parts.Notifications),
      () => undefined,
    );
  }, [View, waiting]);
  return View && <View position="bottom-right" limit={4} />;
}
