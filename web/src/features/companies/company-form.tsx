import { Button, Group, Stack, TextInput, type TextInputProps } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { COMPANY_LIMITS, NODE_DESCRIPTION_MAX, NODE_NAME_MAX } from '@belfry/schemas/domain/companies';
import type { MainCompany } from '@belfry/schemas/http/companies/companies';

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
  children?: ReactNode;
};

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

const { name, description, continent, country } = COMPANY_LIMITS;
/** Maximum lengths in the form of the panel, and in the dialog with every field; see TREE-6. */
const INLINE_LIMITS = { name: NODE_NAME_MAX, description: NODE_DESCRIPTION_MAX } as const;
export const DETAIL_LIMITS = { name, description, continent, country } as const;

export type InlineValues = { name: string; description: string };
export type DetailValues = InlineValues & { continent: string; country: string; emblem: string };

export const NO_INLINE: InlineValues = { name: '', description: '' };
export const inlineOf = ({ name, description }: MainCompany): InlineValues => ({
  name,
  description: description ?? '',
});
export const detailsOf = (company: MainCompany): DetailValues => ({
  ...inlineOf(company),
  continent: company.continent ?? '',
  country: company.country ?? '',
  emblem: company.emblem ?? '',
});

/** Trimmed; empty texts become null. */
export const detailPayload = ({ name, ...rest }: DetailValues) => ({
  name: name.trim(),
  description: rest.description.trim() || null,
  continent: rest.continent.trim() || null,
  country: rest.country.trim() || null,
  emblem: rest.emblem.trim() || null,
});

/**
 * Whether a text exceeds the limit of its field. A text that was longer before, from the other form, is accepted unchanged
 * (see TREE-6).
 */
const isTooLong = (text: string, max: number, before: string): boolean =>
  text.trim().length > max && text.trim() !== before;

/** On blur an empty field would show its error, and the button would move during the press. */
const keepFocus = (event: MouseEvent): void => event.preventDefault();
