import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useExpiringState } from '../../lib/timers.ts';
import classes from './banner.module.css';

type BannerMessage = { tone: 'success' | 'error'; title: string; text?: string };
export type ShowBanner = (message: BannerMessage, durationMs: number) => void;

/** A temporary message at the top of a page: `[message, show]`. */
export function useBanner(): [message: BannerMessage | null, show: ShowBanner] {
  const [message, show] = useExpiringState<BannerMessage>();
  return [message, show];
}

/** Fixed at the top of the window, so that it moves nothing and is always visible. */
export function Banner({ message }: { message: BannerMessage | null }) {
  const Mark = message?.tone === 'error' ? IconAlertTriangle : IconCircleCheck;
  return (
    <div className={classes.area} role={message?.tone === 'error' ? 'alert' : 'status'}>
      {message && (
        <Alert
          className={classes.banner ?? ''}
          role="presentation"
          color={message.tone}
          variant="light"
          title={message.title}
          icon={<Mark size={18} aria-hidden />}
        >
          {message.text}
        </Alert>
      )}
    </div>
  );
}
