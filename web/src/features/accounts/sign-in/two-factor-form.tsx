import { TWO_FACTOR_CODE_LENGTH } from '@belfry/schemas/domain/account';
import type { SecondFactor } from '@belfry/schemas/http/accounts/auth';
import { Button, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from '../../../lib/translation.ts';
import { CodeField } from '../../../ui/fields/code-field.tsx';
import { PasskeyButton } from './passkey-button.tsx';

type Props = {
  /** The methods besides recovery codes. */
  methods: readonly SecondFactor[];
  submitting: boolean;
  asking: boolean;
  onPasskey: () => void;
  onSubmit: (code: string) => void;
  onEmpty: (text: string) => void;
  onEdit: () => void;
  onBack: () => void;
};

export function TwoFactorForm({ methods, submitting, asking, onPasskey, onSubmit, onEmpty, onEdit, onBack }: Props) {
  const { t } = useTranslation('auth');
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!submitting) field.current?.focus();
  }, [submitting]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (submitting) return;
    if (code.trim() !== '') return onSubmit(code);
    onEmpty(t('two_factor.required'));
    field.current?.focus();
  };
  return (
    <form onSubmit={submit} noValidate aria-busy={submitting}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t(leadOf(methods))}
        </Text>
        <CodeField
          ref={field}
          label={t('two_factor.code')}
          length={TWO_FACTOR_CODE_LENGTH}
          value={code}
          onChange={(next) => {
            setCode(next);
            onEdit();
          }}
          onComplete={(complete) => !submitting && onSubmit(complete)}
          className="tabular"
        />
        <Button type="submit" size="md" loading={submitting && !asking} disabled={asking}>
          {t('two_factor.submit')}
        </Button>
        {methods.includes('passkey') && (
          <PasskeyButton asking={asking} disabled={submitting && !asking} onClick={onPasskey} />
        )}
        <Button variant="subtle" onClick={onBack} disabled={submitting}>
          {t('two_factor.back')}
        </Button>
      </Stack>
    </form>
  );
}

function leadOf(
  methods: readonly SecondFactor[],
): 'two_factor.lead' | 'two_factor.lead_both' | 'two_factor.lead_passkey' {
  if (!methods.includes('passkey')) return 'two_factor.lead';
  return methods.includes('app') ? 'two_factor.lead_both' : 'two_factor.lead_passkey';
}
