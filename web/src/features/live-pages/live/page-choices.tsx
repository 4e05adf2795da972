import { NumberInput, Select, SimpleGrid, Stack } from '@mantine/core';
import { CHIMES } from '@belfry/schemas/domain/announcements';
import { BUSY_CHOICES, PAGE_WAIT_MAX_S } from '@belfry/schemas/http/live-pages/live-pages';
import { useTranslation } from '../../../lib/translation.ts';
import { useMay } from '../../teams/teams-api.ts';
import type { PageChoices } from '../stored.ts';

type Props = {
  value: PageChoices;
  onChange: (value: PageChoices) => void;
  priority: PagePriority;
  onPriority: (priority: PagePriority) => void;
};

/** That of an emergency is never remembered. */
export const PAGE_PRIORITIES = ['say_now', 'emergency'] as const;
export type PagePriority = (typeof PAGE_PRIORITIES)[number];

/** How a page begins, and what happens where something else is heard. Who may start emergencies may speak over everything. */
export function PageChoiceFields({ value, onChange, priority, onPriority }: Props) {
  const { t } = useTranslation(['live-pages', 'library']);
  const mayEmergency = useMay('emergency');
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Select
          label={t('choices.chime')}
          data={CHIMES.map((chime) => ({ value: chime, label: t(`library:chimes.${chime}`) }))}
          value={value.chime}
          allowDeselect={false}
          onChange={(chime) => chime !== null && onChange({ ...value, chime })}
        />
        <Select
          label={t('choices.busy')}
          data={BUSY_CHOICES.map((busy) => ({ value: busy, label: t(`busy.${busy}`) }))}
          value={value.busy}
          allowDeselect={false}
          onChange={(busy) => busy !== null && onChange({ ...value, busy })}
        />
      </SimpleGrid>
      {mayEmergency && (
        <Select
          label={t('choices.priority')}
          data={PAGE_PRIORITIES.map((each) => ({ value: each, label: t(`priority.${each}`) }))}
          value={priority}
          allowDeselect={false}
          onChange={(next) => next !== null && onPriority(next)}
        />
      )}
      {value.busy === 'wait' && (
        <NumberInput
          label={t('choices.wait')}
          min={1}
          max={PAGE_WAIT_MAX_S}
          clampBehavior="strict"
          value={value.wait_s}
          onChange={(seconds) => onChange({ ...value, wait_s: Math.max(1, Math.round(Number(seconds) || 1)) })}
        />
      )}
    </Stack>
  );
}
