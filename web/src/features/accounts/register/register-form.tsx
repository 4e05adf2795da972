import { Button, SimpleGrid, Stack, Loader, Portal, Text, Checkbox, TextInput, PasswordInput } from '@mantine/core';
import { useEffect, useRef, type FormEvent } from 'react';
import { Trans } from '../../../lib/trans.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { useNavigate } from 'react-router';
import { Notice } from '../../../ui/states/notice.tsx';
import type { LoginState } from '../../../lib/session/sign-in-state.ts';
import type { ConfirmState } from '../../../lib/session/registration-draft.ts';
import { registrationCountries, registrationLanguages } from '../../../lib/lookup-fallbacks.ts';
import { useCountries, useLanguages } from '../../lookups/lookups-api.ts';
import type { RegistrationField, FieldsProps } from './registration.ts';
import { useDetectedLocation, usePrefill } from './detected-location.ts';
import { useLeaveWarning } from '../../../lib/unsaved-input.ts';
import { useRegistration } from './use-registration.ts';
import { PhoneField, PlaceFields } from './register-fields.tsx';
import classes from './register-form.module.css';
import { TextLink } from '../../../ui/text-link.tsx';
import { NAME_MAX } from '@belfry/schemas/domain/account';
import { EmailField } from '../../../ui/fields/checked-input.tsx';
import { IconCheck } from '@tabler/icons-react';
import { StrengthMeter } from '../../../ui/fields/strength-meter.tsx';

type Props = {
  invitation?: string | undefined;
  /** The invited address, and the path where the invitation is accepted after the sign-in. */
  invited?: LoginState;
};

/** The fields of a new account; locked and dimmed while it is being created; see REG-3. */
export function RegisterForm({ invitation, invited }: Props) {
  const { t } = useTranslation('register');
  const navigate = useNavigate();
  const element = useRef<HTMLFormElement>(null);
  const focusOn = useRef<RegistrationField>(undefined);
  const { list: countries } = useCountries(registrationCountries);
  const { list: languages } = useLanguages(registrationLanguages);
  const { running, location, problem: locationProblem } = useDetectedLocation();
  const { form, touched, dispatch, edit, problem, error, submitting, submit } = useRegistration({
    location,
    invitation,
    email: invited?.email,
    countryNameOf: (code) => countries.find((country) => country.code === code)?.name ?? code,
    onProblem: (field) => (focusOn.current = field),
    onRegistered: (contact) => {
      const state: ConfirmState = { ...contact, from: invited?.from, fromLogin: false };
      void navigate('/confirm-email', { state });
    },
  });
  usePrefill(location, dispatch);
  useLeaveWarning(touched.size > 0);
  useEffect(() => {
    // After unlocking: no field of a disabled form can be focused.
    if (submitting || focusOn.current === undefined) return;
    element.current?.querySelector<HTMLElement>(`[name=${focusOn.current}]`)?.focus();
    focusOn.current = undefined;
  });

  const fields = {
    form,
    edit,
    errorOf: (field: RegistrationField) => (problem?.field === field ? t(`rules.${problem.text}`) : undefined),
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void submit();
  };
  return (
    <form ref={element} onSubmit={onSubmit} noValidate aria-busy={submitting}>
      {submitting && <CreatingOverlay />}
      <fieldset disabled={submitting} className={classes.fields}>
        {running && <output className={classes.detecting}>{t('location.running')}</output>}
        {locationProblem !== null && <Notice tone="warning">{t(`location.${locationProblem}`)}</Notice>}
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
          <PersonFields {...fields} emailFixed={invited?.email !== undefined} />
          <PhoneField
            {...fields}
            country={form.country}
            onLeave={() => dispatch({ type: 'phone_left' })}
            onPaste={(phone) => dispatch({ type: 'phone_pasted', phone })}
          />
          <PlaceFields {...fields} countries={countries} languages={languages} />
          <PasswordFields {...fields} />
        </SimpleGrid>
        <Stack gap="md" mt="lg">
          <Consents {...fields} />
          {error !== null && <Notice tone="error">{error.text}</Notice>}
          {error?.taken && <AccountExistsHelp />}
          <Button type="submit" size="md">
            {t('submit')}
          </Button>
        </Stack>
      </fieldset>
    </form>
  );
}

function CreatingOverlay() {
  const { t } = useTranslation('register');
  return (
    <Portal>
      <output className={classes.overlay}>
        <Loader size="lg" aria-hidden />
        <Text component="span" fw={600} size="lg">
          {t('creating')}
        </Text>
      </output>
    </Portal>
  );
}

function AccountExistsHelp() {
  const { t } = useTranslation('register');
  return (
    <Text size="sm" c="dimmed">
      <Trans
        t={t}
        i18nKey="account_exists_help"
        components={{
          login: <TextLink to="/login">{null}</TextLink>,
          reset: <TextLink to="/forgot-password">{null}</TextLink>,
        }}
      />
    </Text>
  );
}

/** Both consents are required; see REG-1. */
function Consents({ form, edit, errorOf }: FieldsProps) {
  const { t } = useTranslation('register');
  return (
    <Stack gap="sm">
      <Checkbox
        name="cookies"
        label={t('consents.cookies')}
        checked={form.cookies}
        onChange={(event) => edit({ cookies: event.currentTarget.checked })}
        error={errorOf('cookies')}
      />
      <Checkbox
        name="personalData"
        label={t('consents.personal_data')}
        checked={form.personalData}
        onChange={(event) => edit({ personalData: event.currentTarget.checked })}
        error={errorOf('personalData')}
      />
    </Stack>
  );
}

function PersonFields({ form, edit, errorOf, emailFixed }: FieldsProps & { emailFixed: boolean }) {
  const { t } = useTranslation('register');
  return (
    <>
      <TextInput
        name="name"
        label={t('fields.name')}
        required
        autoComplete="name"
        maxLength={NAME_MAX}
        value={form.name}
        onChange={(event) => edit({ name: event.currentTarget.value })}
        error={errorOf('name')}
      />
      <EmailField
        name="email"
        label={t('fields.email')}
        readOnly={emailFixed}
        description={emailFixed ? t('email_fixed') : undefined}
        autoComplete="email"
        value={form.email}
        onChange={(event) => edit({ email: event.currentTarget.value })}
        error={errorOf('email')}
      />
    </>
  );
}

function PasswordFields({ form, edit, errorOf }: FieldsProps) {
  const { t } = useTranslation('register');
  const { password, confirmPassword } = form;
  const typed = confirmPassword !== '';
  const matches = typed && password === confirmPassword;
  return (
    <>
      <Stack gap={8}>
        <PasswordInput
          name="password"
          label={t('fields.password')}
          required
          autoComplete="new-password"
          value={password}
          onChange={(event) => edit({ password: event.currentTarget.value })}
          error={errorOf('password')}
          visibilityToggleButtonProps={{ 'aria-label': t('toggle.password'), tabIndex: 0 }}
        />
        <StrengthMeter password={password} />
      </Stack>
      <Stack gap={5}>
        <PasswordInput
          name="confirmPassword"
          label={t('fields.confirm')}
          required
          autoComplete="new-password"
          value={confirmPassword}
          onChange={(event) => edit({ confirmPassword: event.currentTarget.value })}
          error={errorOf('confirmPassword') ?? (typed && !matches ? t('rules.mismatch') : undefined)}
          visibilityToggleButtonProps={{ 'aria-label': t('toggle.confirm'), tabIndex: 0 }}
        />
        <output>
          {matches && (
            <Text component="span" size="xs" className={classes.match}>
              <IconCheck size={14} aria-hidden />
              {t('match')}
            </Text>
          )}
        </output>
      </Stack>
    </>
  );
}
