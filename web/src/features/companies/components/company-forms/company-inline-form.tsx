import { Button, Group, Stack, TextInput, type TextInputProps } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { INLINE_LIMITS, isTooLong, type InlineValues } from '../../company-form.ts';

/** The counter below the field, not between it and its label. */
const COUNTER_LAST: TextInputProps['inputWrapperOrder'] = ['label', 'input', 'error', 'description'];

type Props = {
  label: string;
  initial: InlineValues;
  submitLabel: string;
  failure: ReactNode;
  /** Sends the form, which keeps its input. */
  onSend: (values: InlineValues) => Promise<void>;
  onCancel: () => void;
  onTyped?: (values: InlineValues) => void;
  /** Stands beside the buttons. */
  children?: ReactNode;
};

/** On blur an empty field would show its error, and the button would move during the press. */
const keepFocus = (event: MouseEvent): void => event.preventDefault();

/** Name and description of a main company, in the panel; see TREE-6. */
export function CompanyInlineForm({
  label,
  initial,
  submitLabel,
  failure,
  onSend,
  onCancel,
  onTyped,
  children,
}: Props) {
  const { t } = useTranslation('companies');
  const long = (field: keyof InlineValues) => (text: string) =>
    isTooLong(text, INLINE_LIMITS[field], initial[field]) ? t('form.name_long', { max: INLINE_LIMITS[field] }) : null;
  const form = useForm<InlineValues>({
    initialValues: initial,
    validateInputOnBlur: true,
    validate: {
      name: (text) => (text.trim() === '' ? t('form.name_required') : long('name')(text)),
      description: long('description'),
    },
    onValuesChange: (values) => onTyped?.(values),
  });
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const submit = form.onSubmit(
    ({ name, description }) => onSend({ name: name.trim(), description: description.trim() }),
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  );
  const field = (name: keyof InlineValues) => ({
    label: t(`form.${name}`),
    autoComplete: 'off',
    maxLength: Math.max(INLINE_LIMITS[name], initial[name].length),
    description: t('form.left', { used: form.values[name].length, max: INLINE_LIMITS[name] }),
    inputWrapperOrder: COUNTER_LAST,
    ...form.getInputProps(name),
  });
  return (
    <form onSubmit={submit} noValidate aria-label={label}>
      <Stack gap="sm">
        <TextInput {...field('name')} ref={first} required />
        <TextInput {...field('description')} />
        {failure}
        <Group gap="sm">
          <Button type="submit" loading={form.submitting}>
            {submitLabel}
          </Button>
          <Button variant="default" onMouseDown={keepFocus} onClick={onCancel}>
            {t('actions.cancel')}
          </Button>
          {children}
        </Group>
      </Stack>
    </form>
  );
}
