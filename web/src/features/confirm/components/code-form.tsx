import { CODE_LENGTH } from '@belfry/schemas/domain/account';
import { Button, Stack } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeInput, type CodeInputHandle } from '../../../ui/fields/code-input.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { useConfirmation, type Confirmation } from '../use-confirmation.ts';
import { Countdown } from './countdown.tsx';

/** Code input, submit button, countdown and Resend Code. */
export function CodeForm(confirmation: Confirmation) {
  const { contact } = confirmation;
  const { t } = useTranslation('confirm');
  const { phase, left, error, news, submit, again } = useConfirmation(confirmation);
  const [code, setCode] = useState('');
  // A new code starts with empty boxes.
  const [round, setRound] = useState(0);
  const boxes = useRef<CodeInputHandle>(null);
  const complete = code.length === CODE_LENGTH;
  const resting = phase !== 'entering';

  const confirm = async (entered: string): Promise<void> => {
    if (!resting && !(await submit(entered))) boxes.current?.focus();
  };
  const resend = async (): Promise<void> => {
    if (resting || !(await again())) return;
    setCode('');
    setRound((before) => before + 1);
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void confirm(code);
  };
  return (
    <form onSubmit={onSubmit} noValidate aria-busy={phase === 'confirming'}>
      {news !== null && <Notice>{news}</Notice>}
      {error !== null && <Notice tone="error">{error}</Notice>}
      <Stack gap="md">
        <CodeInput
          key={round}
          ref={boxes}
          length={CODE_LENGTH}
          label={t(`${contact}.title`)}
          invalid={error !== null}
          resting={resting}
          onChange={setCode}
          onSubmit={(entered) => void confirm(entered)}
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
  );
}
