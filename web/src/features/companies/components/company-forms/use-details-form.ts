import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFindContinent } from '../../../../api/lookups/use-continent.ts';
import { isEmblem } from '../../../../lib/format/emblem.ts';
import { DETAIL_LIMITS, type DetailValues } from '../../company-form.ts';

export type DetailsFormOptions = {
  initial: DetailValues;
  /** Sends the form; resolves to the error text, or null on success. */
  onSend: (values: DetailValues) => Promise<string | null>;
  onDirty: (dirty: boolean) => void;
  /** Whether fields were changed that the form does not know. */
  changed: boolean;
};

/** The state of the form of a main company: its fields with their limits, and the reason of a refusal; see TREE-6. */
export function useDetailsForm({ initial, onSend, onDirty, changed }: DetailsFormOptions) {
  const { t } = useTranslation('companies');
  const [refusal, setRefusal] = useState<string | null>(null);
  const limited = (max: number) => (text: string) => (text.trim().length > max ? t('form.too_long', { max }) : null);
  const form = useForm<DetailValues>({
    initialValues: initial,
    validateInputOnBlur: true,
    validate: {
      name: (text) => (text.trim() === '' ? t('form.name_required') : limited(DETAIL_LIMITS.name)(text)),
      description: limited(DETAIL_LIMITS.description),
      continent: limited(DETAIL_LIMITS.continent),
      country: limited(DETAIL_LIMITS.country),
      emblem: (text) => (isEmblem(text) ? null : t('details.emblem_long')),
    },
  });
  const dirty = form.isDirty() || changed;
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  const findContinent = useFindContinent();
  const chooseCountry = async (country: string, code: string | undefined): Promise<void> => {
    form.setFieldValue('country', country);
    const found = code === undefined ? undefined : await findContinent(code);
    if (found && form.getValues().country === country) form.setFieldValue('continent', found);
  };
  const submit = form.onSubmit(
    async (values) => setRefusal(await onSend(values)),
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  );
  return { form, refusal, submit, chooseCountry };
}
