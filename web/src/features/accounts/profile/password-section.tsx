import { Collapse, UnstyledButton, Button, PasswordInput, Stack } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import type { ShowBanner } from '../../../ui/states/banner.tsx';
import classes from './password-section.module.css';
import { isApiError } from '../../../lib/api/api-error.ts';
import { BANNER_MS, PASSWORD_BANNER_MS } from '../../../lib/timers.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { StrengthMeter } from '../../../ui/fields/strength-meter.tsx';
import type { PasswordField, Passwords } from '../../../lib/session/sign-in-state.ts';
import { useChangeOwnPasswordMutation } from './profile-api.ts';
import { passwordProblem } from '@belfry/schemas/domain/password';

const NONE: Passwords = { current: '', next: '', confirm: '' };
type Problem = { field: PasswordField; text: string };
type Props = { email: string; banner: ShowBanner; onDone: () => void };
/** Current, new and confirm. An error of the server is shown above, and at the field that it is about. */
function PasswordSectionForm({ email, banner, onDone }: Props) {
  const { t } = useTranslation(['profile', 'passwords']);
  const errorText = useErrorMessage();
  const [passwords, setPasswords] = useState(NONE);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [change, { isLoading }] = useChangeOwnPasswordMutation();
  const form = useRef<HTMLFormElement>(null);

  const showProblem = (mistake: Problem): void => {
    setProblem(mistake);
    form.current?.querySelector<HTMLInputElement>(`[name=${mistake.field}]`)?.focus();
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isLoading) return;
    setProblem(null);
    const mistake = checkSection(passwords);
    if (mistake) return showProblem({ field: mistake.field, text: t(`password.rules.${mistake.text}`) });
    const { error } = await change({ currentPassword: passwords.current, newPassword: passwords.next, email });
    if (!error) {
      banner({ tone: 'success', title: t('passwords:change.done') }, PASSWORD_BANNER_MS);
      return onDone();
    }
    const text = errorText(error, t('passwords:change.failed'));
    banner({ tone: 'error', title: t('password.error'), text }, BANNER_MS);
    if (isApiError(error) && error.code === 'wrong_password') showProblem({ field: 'current', text });
  };
  const field = (name: PasswordField) => ({
    name,
    label: t(`passwords:fields.${name}`),
    value: passwords[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      const next = { ...passwords, [name]: currentTarget.value };
      setPasswords(next);
      // The error leaves with the first change of its field, or once another field has made it valid.
      if (problem?.field === name || (problem && checkSection(next)?.field !== problem.field)) setProblem(null);
    },
    error: problem?.field === name ? problem.text : undefined,
    autoComplete: name === 'current' ? 'current-password' : 'new-password',
    visibilityToggleButtonProps: { 'aria-label': t(`passwords:toggle.${name}`), tabIndex: 0 },
  });
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate aria-busy={isLoading}>
      <Stack gap="sm">
        <PasswordInput {...field('current')} />
        <Stack gap={8}>
          <PasswordInput {...field('next')} />
          <StrengthMeter password={passwords.next} />
        </Stack>
        <PasswordInput {...field('confirm')} />
        <Button type="submit" loading={isLoading} className={classes.submit ?? ''}>
          {t('passwords:change.submit')}
        </Button>
      </Stack>
    </form>
  );
}

export function PasswordSection({ email, banner }: { email: string; banner: ShowBanner }) {
  const { t } = useTranslation('profile');
  const [expanded, setExpanded] = useState(false);
  const id = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  const fold = (): void => {
    setExpanded(false);
    toggle.current?.focus();
  };
  return (
    <div className={classes.section}>
      <UnstyledButton
        ref={toggle}
        className={classes.toggle}
        aria-expanded={expanded}
        aria-controls={id}
        onClick={() => setExpanded((before) => !before)}
      >
        <IconChevronDown size={16} className={classes.chevron} data-expanded={expanded || undefined} aria-hidden />
        {t('password.title')}
      </UnstyledButton>
      <Collapse expanded={expanded} keepMounted={false} id={id}>
        <div className={classes.body}>
          <PasswordSectionForm email={email} banner={banner} onDone={fold} />
        </div>
      </Collapse>
    </div>
  );
}

type SectionProblem = {
  field: PasswordField;
  text: 'current_required' | 'mismatch' | 'too_short' | 'too_long' | 'too_simple';
};

/**
 * The rules of the profile page in their order; two of them have their own texts; see SESSION-5. The
 * last is a rule of the server, which is checked before the request.
 */
export function checkSection({ current, next, confirm }: Passwords): SectionProblem | null {
  if (current === '') return { field: 'current', text: 'current_required' };
  if (next !== confirm) return { field: 'confirm', text: 'mismatch' };
  const problem = passwordProblem(next);
  return problem && { field: 'next', text: problem };
}
