import { useTranslation } from 'react-i18next';
import { useTargetSources } from '../../../../api/targets/use-target-sources.ts';
import { Card } from '../../../../ui/card.tsx';
import { TargetsPicker } from '../../../../ui/targets/targets-picker.tsx';
import { useScheduleOwner } from '../../use-schedule-owner.ts';
import type { FieldsProps } from './action-fields.tsx';

/** The places: nodes with all below them, groups, devices, and exceptions. */
export function TargetsFields({ form }: FieldsProps) {
  const { t } = useTranslation('schedule-form');
  const sources = useTargetSources({ owner: useScheduleOwner() });
  const { error } = form.getInputProps('targets');
  return (
    <Card title={t('where')}>
      <div data-field="targets">
        <TargetsPicker
          sources={sources}
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
