import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useTimed } from '../../lib/use-timed.ts';
import classes from './banner.module.css';

export type BannerMessage = { tone: 'success' | 'error'; title: string; text?: string };
export type ShowBanner = (message: BannerMessage, durationMs: number) => void;

/** What a page says at its top for a while: `[what to draw, how to say something]`. */
export function useBanner(): [message: BannerMessage | null, show: ShowBanner] {
  const [message, show] = useTimed<BannerMessage>();
  return [message, show];
}

/** Lies over the top of the page and follows when it is scrolled, so that it moves nothing and is always seen. */
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
