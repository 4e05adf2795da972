import { TWO_FACTOR_CODE_LENGTH } from '@belfry/schemas/domain/account';
import { Button, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeField } from '../../../ui/fields/code-field.tsx';

type Props = {
  submitting: boolean;
  onSubmit: (code: string) => void;
  onEmpty: (text: string) => void;
  onEdit: () => void;
  onBack: () => void;
};

/** The second step of a sign-in: a code of the app, or a recovery code. */
export function TwoFactorForm({ submitting, onSubmit, onEmpty, onEdit, onBack }: Props) {
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
          {t('two_factor.lead')}
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
        <Button type="submit" size="md" loading={submitting}>
          {t('two_factor.submit')}
        </Button>
        <Button variant="subtle" onClick={onBack} disabled={submitting}>
          {t('two_factor.back')}
        </Button>
      </Stack>
    </form>
  );
}
