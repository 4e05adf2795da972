import { randomId } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { textsOf } from '../lib/translation.ts';

export type ToastTone = 'info' | 'success' | 'warning' | 'error';
const COLOURS: Record<ToastTone, string> = { info: 'company', success: 'success', warning: 'warning', error: 'error' };
const DEFAULT_MS: Record<ToastTone, number> = { info: 3_000, success: 3_000, warning: 5_000, error: 5_000 };

type Options = {
  title?: string;
  /** Default: 3 s, for warnings and errors 5 s. */
  durationMs?: number;
  /** A toast with the id of a visible one replaces it. */
  id?: string;
  /** The corner; a toast with it also closes when it is clicked. */
  corner?: 'top-right';
};

/** Shows a short message in the corner, which screen readers announce. Returns its id. */
export function toast(
  tone: ToastTone,
  message: ReactNode,
  { title, durationMs = DEFAULT_MS[tone], id = randomId('toast-'), corner }: Options = {},
): string {
  notifications.hide(id);
  return notifications.show({
    id,
    title,
    position: corner,
    onClick: corner && (() => notifications.hide(id)),
    message,
    color: COLOURS[tone],
    autoClose: durationMs,
    closeButtonProps: { 'aria-label': textsOf('common')('close') },
    role: tone === 'error' ? 'alert' : 'status',
  });
}

export const hideToast = (id: string): void => void notifications.hide(id);
