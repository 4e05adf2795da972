import { useState, useRef, type FormEvent } from 'react';
import { Trans } from '../../../lib/trans.ts';
import { useTranslation } from '../../../lib/translation.ts';
import type { LoginState } from '../../../lib/session/sign-in-state.ts';
import { readCodeSent, writeCodeSent } from '../../../lib/session/registration-draft.ts';
import { PublicPage } from '../../../ui/public-page.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import {
  type Confirmation,
  useIsUnderWay,
  useConfirmation,
  countdownTone,
  formatCountdown,
  type Contact,
} from './use-confirmation.ts';
import { CODE_LENGTH, CODE_TTL_MS } from '@belfry/schemas/domain/account';
import { Button, Stack, Group, Text } from '@mantine/core';
import { CodeInput, type CodeInputHandle } from '../../../ui/fields/code-input.tsx';
import { Notice } from '../../../ui/states/notice.tsx';

type CodeScreenProps = Omit<Confirmation, 'sentAt' | 'onSent'> & {
  recipient: string;
  address: string;
  email: string | undefined;
  /** True when the person came from the sign-in page: no code was sent, and Back leads there. */
  fromLogin: boolean;
};

/** The screen of both confirmations, with the way back to where one came from; see REG-23 and REG-30. */
export function CodeScreen({ recipient, address, email, fromLogin, ...confirmation }: CodeScreenProps) {
  const { contact } = confirmation;
  const [sentAt, setSentAt] = useState(() => readCodeSent(recipient) ?? (fromLogin ? null : Date.now()));
  const underWay = useIsUnderWay(sentAt);
  const login: LoginState = { email };
  const { t } = useTranslation('confirm');
  const title = t(`${contact}.title`);
  return (
    <PublicPage tab={title} caption={title} lead={<CodeLead contact={contact} address={address} underWay={underWay} />}>
      <CodeForm
        {...confirmation}
        underWay={underWay}
        login={login}
        sentAt={sentAt}
        onSent={() => {
          writeCodeSent(recipient);
          setSentAt(Date.now());
        }}
      />
      <TextLink
        to={fromLogin ? '/login' : '/register'}
        state={fromLogin ? login : undefined}
        mt="sm"
        display="inline-block"
      >
        {t(fromLogin ? 'to_login' : 'to_register')}
      </TextLink>
    </PublicPage>
  );
}

type CodeFormProps = Confirmation & {
  /** What the sign-in page is opened with, where the way leads there once nothing is left to confirm. */
  login?: LoginState;
  /** A code younger than its lifetime may exist. */
  underWay: boolean;
};

export function CodeForm({ login, underWay, ...confirmation }: CodeFormProps) {
  const { contact } = confirmation;
  const { t } = useTranslation('confirm');
  const { phase, left, error, news, submit, again, clearError } = useConfirmation(confirmation);
  const [code, setCode] = useState('');
  // A new code starts with empty boxes.
  const [round, setRound] = useState(0);
  const boxes = useRef<CodeInputHandle>(null);
  /** The code that was refused last, until a digit changes: Enter after its fourth digit does not use up another try. */
  const wrong = useRef<string>(undefined);
  const complete = code.length === CODE_LENGTH;
  const waiting = phase !== 'entering';

  const confirm = async (entered: string): Promise<void> => {
    if (waiting) return;
    const outcome = await submit(entered);
    wrong.current = outcome === 'wrong' ? entered : undefined;
    if (outcome !== 'accepted') boxes.current?.focus();
  };
  const change = (entered: string): void => {
    wrong.current = undefined;
    setCode(entered);
    clearError();
  };
  const resend = async (): Promise<void> => {
    if (waiting || !(await again())) return;
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
      {error !== null && (
        <Notice tone="error">
          {login && error.leadsToLogin ? <LoginHint text={error.text} login={login} /> : error.text}
        </Notice>
      )}
      <Stack gap="md">
        <CodeInput
          key={round}
          ref={boxes}
          length={CODE_LENGTH}
          label={t(`${contact}.title`)}
          invalid={error !== null}
          readOnly={waiting}
          onChange={change}
          onSubmit={(entered) => entered !== wrong.current && void confirm(entered)}
        />
        <Button type="submit" size="md" disabled={!complete || phase === 'done'} loading={phase === 'confirming'}>
          {t('submit')}
        </Button>
        <Countdown
          left={left}
          sending={phase === 'resending'}
          first={!underWay}
          disabled={phase === 'done'}
          onResend={() => void resend()}
        />
      </Stack>
    </form>
  );
}

/** A text whose last sentence, `You can proceed to login.`, is a link to the sign-in page. */
function LoginHint({ text, login }: { text: string; login: LoginState }) {
  const start = text.lastIndexOf('. ') + 1;
  return (
    <>
      {text.slice(0, start)}{' '}
      <TextLink to="/login" state={login} underline="always">
        {text.slice(start).trim()}
      </TextLink>
    </>
  );
}

type CountdownProps = {
  left: number;
  sending: boolean;
  disabled: boolean;
  /** No valid code exists, so sending one is not a repetition. */
  first: boolean;
  onResend: () => void;
};
function Countdown({ left, sending, disabled, first, onResend }: CountdownProps) {
  const { t } = useTranslation('confirm');
  return (
    <Group justify="space-between" mih={36}>
      <Text component="span" size="sm" c="dimmed" role="timer">
        {left > 0 ? t('resend_in') : t('resend_now')}{' '}
        {left > 0 && (
          <Text
            component="span"
            fw={600}
            className="tabular"
            data-tone={countdownTone(left)}
            c={`var(--bf-${countdownTone(left)})`}
          >
            {formatCountdown(left)}
          </Text>
        )}
      </Text>
      <Button variant="subtle" size="compact-sm" loading={sending} disabled={left > 0 || disabled} onClick={onResend}>
        {t(first ? 'request' : 'resend')}
      </Button>
    </Group>
  );
}

const MINUTE_MS = 60_000;
const LIFETIME_MINUTES = CODE_TTL_MS / MINUTE_MS;

/** What to do: enter the code that is under way, or request a new one; see REG-30. */
export function CodeLead({ contact, address, underWay }: { contact: Contact; address: string; underWay: boolean }) {
  const { t } = useTranslation('confirm');
  return (
    <Trans
      t={t}
      i18nKey={underWay ? `${contact}.lead` : `${contact}.lead_new`}
      values={{ address, minutes: LIFETIME_MINUTES }}
      components={{ b: <b /> }}
    />
  );
}
