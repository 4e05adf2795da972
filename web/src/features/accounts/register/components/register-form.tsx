import { Button, SimpleGrid, Stack } from '@mantine/core';
import { useEffect, useRef, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Notice } from '../../../../ui/states/notice.tsx';
import type { ConfirmState } from '../../../../lib/editing/confirm-state.ts';
import { registrationCountries, registrationLanguages } from '../../../../lib/lookups/fallbacks.ts';
import { useCountries, useLanguages } from '../../../../api/lookups/use-lookups.ts';
import type { RegistrationField } from '../registration.ts';
import { useDetectedLocation } from '../use-detected-location.ts';
import { useLeaveWarning } from '../../../../lib/editing/use-leave-warning.ts';
import { usePrefill } from '../use-prefill.ts';
import { useRegistration } from '../use-registration.ts';
import { Consents } from './consents.tsx';
import { CreatingOverlay } from './creating-overlay.tsx';
import { PasswordFields } from './password-fields.tsx';
import { PersonFields } from './person-fields.tsx';
import { PhoneField } from './phone-field.tsx';
import { PlaceFields } from './place-fields.tsx';
import { AccountExistsHelp } from './account-exists-help.tsx';
import classes from './register-form.module.css';

/** The fields of a new account; locked and dimmed while it is being created; see REG-3. */
export function RegisterForm({ invitation }: { invitation?: string | undefined }) {
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
    countryNameOf: (code) => countries.find((country) => country.code === code)?.name ?? code,
    onProblem: (field) => (focusOn.current = field),
    onRegistered: (contact) => {
      const state: ConfirmState = { ...contact, fromLogin: false };
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
          <PersonFields {...fields} />
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
