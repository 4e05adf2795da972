import { CODE_LENGTH } from '@belfry/schemas/domain/account';
import { Button, Stack } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Notice } from '../../../ui/notice.tsx';
import { PublicPage } from '../../../ui/public-page.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { useConfirmation, type Confirmation } from '../use-confirmation.ts';
import { CodeBoxes } from './code-boxes.tsx';
import { Countdown } from './countdown.tsx';

type Props = Confirmation & {
  /** Where the code went, as it is shown. */
  address: string;
};

/** The screen of both confirmations: boxes, button, countdown, Resend Code, and the way back (specification 000 §2). */
export function CodeScreen({ address, ...confirmation }: Props) {
  const { contact } = confirmation;
  const { t } = useTranslation('confirm');
  const { phase, left, error, news, submit, again } = useConfirmation(confirmation);
  const [code, setCode] = useState('');
  // Each code that is sent has empty boxes of its own.
  const [round, setRound] = useState(0);
  const firstBox = useRef<HTMLInputElement>(null);
  const complete = code.length === CODE_LENGTH;
  const resting = phase !== 'entering';

  const confirm = async (): Promise<void> => {
    if (!resting && !(await submit(code))) firstBox.current?.focus();
  };
  const resend = async (): Promise<void> => {
    if (resting || !(await again())) return;
    setCode('');
    setRound((before) => before + 1);
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void confirm();
  };
  const title = t(`${contact}.title`);
  return (
    <PublicPage
      tab={title}
      caption={title}
      lead={<Trans t={t} i18nKey={`${contact}.lead`} values={{ address }} components={{ b: <b /> }} />}
    >
      <form onSubmit={onSubmit} noValidate aria-busy={phase === 'confirming'}>
        {news !== null && <Notice>{news}</Notice>}
        {error !== null && <Notice tone="error">{error}</Notice>}
        <Stack gap="md">
          <CodeBoxes
            key={round}
            ref={firstBox}
            label={title}
            invalid={error !== null}
            resting={resting}
            onChange={setCode}
            // A disabled button swallows the form's own Enter, and with it the word on what is missing.
            onEnter={() => !complete && void confirm()}
          />
          <Button type="submit" size="md" disabled={!complete || phase === 'done'} loading={phase === 'confirming'}>
            {t('submit')}
          </Button>
          <Countdown
            left={left}
            sending={phase === 'resending'}
            disabled={phase === 'done'}
            onResend={() => void resend()}
          />
        </Stack>
      </form>
      <TextLink to="/register" mt="sm" display="inline-block">
        {t('to_register')}
      </TextLink>
    </PublicPage>
  );
}
