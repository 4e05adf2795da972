import { UnstyledButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../lib/translation.ts';
import { useExpiringState } from '../lib/timers.ts';
import classes from './copy-text.module.css';
import { toast } from './toast.ts';

type Props = {
  value: string;
  children?: ReactNode;
  className?: string;
};

/** How long the check mark and the toast are shown; see SHELL-15. */
const COPIED_MS = 1_500;

export function CopyText({ value, children, className }: Props) {
  const { t } = useTranslation('common');
  const [copied, showCopied] = useExpiringState<true>();
  const copy = async (): Promise<void> => {
    if (await copyText(value)) {
      showCopied(true, COPIED_MS);
      toast('success', t('copied'), { id: 'copied', durationMs: COPIED_MS });
    } else toast('error', t('copy_failed'), { id: 'copied' });
  };
  return (
    <UnstyledButton
      className={`${classes.root} ${className ?? ''}`}
      onClick={() => void copy()}
      aria-label={t('copy', { what: typeof children === 'string' ? children : value })}
      title={t('copy', { what: value })}
    >
      <span className="tabular">{children ?? value}</span>
      {copied ? (
        <IconCheck size={14} className={classes.done} aria-hidden />
      ) : (
        <IconCopy size={14} className={classes.icon} aria-hidden />
      )}
    </UnstyledButton>
  );
}

/**
 * Copies text to the clipboard. Browsers offer the clipboard API, which `useClipboard` of Mantine needs, only to secure
 * origins; consoles are often opened by an IP address in a local network, where a selection is copied instead.
 * @returns whether it was copied
 */
export async function copyText(text: string): Promise<boolean> {
  if (globalThis.isSecureContext && navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => copySelected(text),
    );
  }
  return copySelected(text);
}

function copySelected(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.setAttribute('aria-hidden', 'true');
  area.style.position = 'fixed';
  area.style.opacity = '0';
  // Inside an open dialog, because its focus trap would remove the selection elsewhere.
  (focused?.parentElement ?? document.body).append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
