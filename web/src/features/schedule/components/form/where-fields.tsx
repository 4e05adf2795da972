import { useTranslation } from 'react-i18next';
import { TargetsPicker } from '../../../targets/index.ts';
import { Card } from '../../../../ui/card.tsx';
import type { FieldsProps } from './what-fields.tsx';

/** The places: nodes with all below them, groups, devices, and exceptions. */
export function WhereFields({ form }: FieldsProps) {
  const { t } = useTranslation('schedule-form');
  const { error } = form.getInputProps('targets');
  return (
    <Card title={t('where')}>
      <div data-field="targets">
        <TargetsPicker
          value={form.values.targets}
          error={typeof error === 'string' ? error : undefined}
          onChange={(targets) => {
            form.setFieldValue('targets', targets);
            form.clearFieldError('targets');
          }}
        />
      </div>
    </Card>
  );
}
