import { useNotifications, type Notifications } from '@mantine/notifications';
import { useEffect, useState } from 'react';

type View = typeof Notifications;

/** Where toasts appear. The code comes with the first screen behind the sign-in page, or with the first toast. */
export function Toasts() {
  const waiting = useNotifications().notifications.length;
  const [View, setView] = useState<View>();
  useEffect(() => {
    if (View || waiting === 0) return;
    // Where it does not arrive now, the next toast asks again.
    import('./console-parts.ts').then(
      (parts) => setView(() => parts.Notifications),
      () => undefined,
    );
  }, [View, waiting]);
  return View && <View position="bottom-right" limit={4} />;
}
