import { CODE_LENGTH, CODE_RESEND_AFTER_S } from '@belfry/schemas/domain/account';
import { Button, Stack } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../ui/notice.tsx';
import { PublicPage } from '../../../ui/public-page.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import type { useCodeNotices } from '../use-code-notices.ts';
import { useCountdown } from '../use-countdown.ts';
import { CodeBoxes } from './code-boxes.tsx';
import { Countdown } from './countdown.tsx';

type Props = {
  title: string;
  lead: ReactNode;
  notices: ReturnType<typeof useCodeNotices>;
  confirming: boolean;
  resending: boolean;
  /** The code was right; the screen is about to leave. */
  done: boolean;
  /** Resolves to whether the code was right. */
  onConfirm: (code: string) => Promise<boolean>;
  /** Resolves to whether a new code is on its way; the countdown starts again then. */
  onResend: () => Promise<boolean>;
};

/** The screen of both confirmations: boxes, button, countdown, Resend Code, and the way back (specification 000 §2). */
export function CodeScreen({ title, lead, notices, confirming, resending, done, onConfirm, onResend }: Props) {
  const { t } = useTranslation('confirm');
  const [code, setCode] = useState('');
  const { left, restart } = useCountdown(CODE_RESEND_AFTER_S);
  const firstBox = useRef<HTMLInputElement>(null);
  useEffect(() => firstBox.current?.focus(), []);
  const complete = code.length === CODE_LENGTH;

  const confirm = async (): Promise<void> => {
    if (confirming || done) return;
    notices.clear();
    if (!complete) return notices.fail(t('incomplete'));
    if (!(await onConfirm(code))) firstBox.current?.focus();
  };
  const resend = async (): Promise<void> => {
    if (await onResend()) {
      restart();
      setCode('');
      firstBox.current?.focus();
    }
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void confirm();
  };
  return (
    <PublicPage tab={title} caption={title} lead={lead}>
      <form onSubmit={onSubmit} noValidate aria-busy={confirming}>
        {notices.news !== null && <Notice>{notices.news}</Notice>}
        {notices.error !== null && <Notice tone="error">{notices.error}</Notice>}
        <Stack gap="md">
          <CodeBoxes
            ref={firstBox}
            label={title}
            value={code}
            invalid={notices.error !== null}
            resting={confirming || done}
            onChange={setCode}
            // A disabled button swallows the form's own Enter, and with it the word on what is missing.
            onEnter={() => !complete && void confirm()}
          />
          <Button type="submit" size="md" disabled={!complete || done} loading={confirming}>
            {t('submit')}
          </Button>
          <Countdown left={left} sending={resending} disabled={done} onResend={() => void resend()} />
        </Stack>
      </form>
      <TextLink to="/register" mt="sm" display="inline-block">
        {t('to_register')}
      </TextLink>
    </PublicPage>
  );
}
