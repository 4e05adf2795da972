import { useReducer, useState } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { isApiError } from '../../../lib/api/api-error.ts';
import { useExpiringState } from '../../../lib/timers.ts';
import { writeSavedLogin } from '../../../lib/session/sign-in-state.ts';
import { writeCodeSent, writeDraft, readDraft, type Registration } from '../../../lib/session/registration-draft.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { NO_CLOCK, useLazyGetCountryClockQuery, type CountryClock } from '../../lookups/lookups-api.ts';
import {
  browserClock,
  type DetectedLocation,
  chooseOffset,
  chooseTimeZone,
  type BrowserClock,
} from './detected-location.ts';
import { useRegisterMutation } from './register-api.ts';
import {
  fieldOfError,
  registrationErrorText,
  initialState,
  registrationReducer,
  type RegistrationField,
  checkRegistration,
  type RegistrationProblem,
} from './registration.ts';
import { normalizePhone, stripPhone } from '@belfry/schemas/domain/phone';
import type { registerBodySchema } from '@belfry/schemas/http/accounts/registration';
import type { z } from 'zod';

const PROBLEM_SHOWN_MS = 15_000;

type Options = {
  location: DetectedLocation | null;
  invitation?: string | undefined;
  /** The invited address. */
  email?: string | undefined;
  countryNameOf: (code: string) => string;
  onProblem: (field: RegistrationField) => void;
  onRegistered: (contact: { email: string; phone: string; userId: number | undefined }) => void;
};

export function useRegistration({ location, invitation, email, countryNameOf, onProblem, onRegistered }: Options) {
  const { t } = useTranslation('register');
  const errorText = useErrorMessage();
  const [state, dispatch] = useReducer(registrationReducer, undefined, () => {
    const kept = initialState(readDraft());
    return email === undefined ? kept : { ...kept, form: { ...kept.form, email } };
  });
  const [problem, showProblem, clearProblem] = useExpiringState<RegistrationProblem>();
  const [error, setError] = useState<{ text: string; taken: boolean } | null>(null);
  const [submitting, setSubmitting] = useState(false);
  const [register] = useRegisterMutation();
  const [askClock] = useLazyGetCountryClockQuery();

  const send = async (ready: Registration): Promise<void> => {
    const clock = (await askClock(ready.country, true)).data ?? NO_CLOCK;
    const surroundings = { countryName: countryNameOf(ready.country), location, clock, browser: browserClock() };
    const body = registrationBody(ready, surroundings);
    const { data, error: failure } = await register({ ...body, ...(invitation !== undefined && { invitation }) });
    if (failure) {
      const text = isApiError(failure) ? registrationErrorText(failure) : null;
      setError({ text: text ? t(`errors.${text}`) : errorText(failure, t('failed')), taken: text === 'taken' });
      const field = fieldOfError(text);
      if (field) onProblem(field);
    } else if (data) {
      writeSavedLogin(body.email, body.password);
      writeDraft(ready, invitation);
      writeCodeSent(body.email);
      onRegistered({ email: body.email, phone: body.phone, userId: data.userId });
    } else setError({ text: t('errors.unexpected'), taken: false });
  };

  const submit = async (): Promise<void> => {
    if (submitting) return;
    setError(null);
    clearProblem();
    // Enter submits the form without a blur event.
    dispatch({ type: 'phone_left' });
    const { form: ready } = registrationReducer(state, { type: 'phone_left' });
    const mistake = checkRegistration(ready);
    if (mistake) {
      showProblem(mistake, PROBLEM_SHOWN_MS);
      return onProblem(mistake.field);
    }
    setSubmitting(true);
    await send(ready);
    setSubmitting(false);
  };

  const { form, touched } = state;
  const edit = (patch: Partial<Registration>): void => {
    dispatch({ type: 'edited', patch });
    if (problem && problem.field in patch) clearProblem();
  };
  return { form, touched, dispatch, edit, problem, error, submitting, submit };
}

type Surroundings = {
  countryName: string;
  location: DetectedLocation | null;
  clock: CountryClock;
  browser: BrowserClock;
};

/** The body of the registration; see REG-4. */
export function registrationBody(form: Registration, around: Surroundings): z.input<typeof registerBodySchema> {
  const { countryName, location, clock, browser } = around;
  return {
    name: form.name.trim(),
    email: form.email.trim(),
    password: form.password,
    phone: normalizePhone(form.countryCode + form.phone) ?? form.countryCode + stripPhone(form.phone),
    country: countryName,
    country_code: form.country,
    lang: form.language,
    city: form.city.trim(),
    // The detected region does not apply to another country.
    region: location?.country === form.country ? location.region : null,
    utc_offset: chooseOffset(form.country, clock, browser),
    time_zone: chooseTimeZone(clock, browser),
  };
}
