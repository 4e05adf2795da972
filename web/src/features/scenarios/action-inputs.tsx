import { SCENARIO_LASTS_MAX_S } from '@belfry/schemas/http/scenarios/actions';
import { NumberInput, Textarea } from '@mantine/core';
import { useTranslation } from '../../lib/translation.ts';

type NumberFieldProps<E extends number | undefined> = {
  label: string;
  min: number;
  max: number;
  value: number | undefined;
  /** What an empty field, or 0, stands for. */
  ifEmpty: E;
  onChange: (value: number | E) => void;
};

export function NumberField<E extends number | undefined>({ value, ifEmpty, onChange, ...rest }: NumberFieldProps<E>) {
  return (
    <NumberInput
      {...rest}
      allowDecimal={false}
      value={value ?? ifEmpty ?? ''}
      onChange={(typed) => onChange(Number(typed) || ifEmpty)}
    />
  );
}

/** Until when an output or a text on displays goes on. */
export function LastsField({ value, onChange }: Pick<NumberFieldProps<undefined>, 'value' | 'onChange'>) {
  const { t } = useTranslation('scenarios');
  return (
    <NumberField
      label={t('output_lasts')}
      min={5}
      max={SCENARIO_LASTS_MAX_S}
      value={value}
      ifEmpty={undefined}
      onChange={onChange}
    />
  );
}

type TextFieldProps = { max: number; required?: boolean; value: string; onChange: (value: string) => void };

/** What is written. */
export function TextField({ max, required = true, value, onChange }: TextFieldProps) {
  const { t } = useTranslation('scenarios');
  return (
    <Textarea
      required={required}
      label={t('written')}
      autosize
      minRows={2}
      maxLength={max}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
