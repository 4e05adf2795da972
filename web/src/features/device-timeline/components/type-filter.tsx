import { Chip, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TIMELINE_TYPES, type TimelineType } from '@belfry/schemas/http/device-timeline/timeline-positions';

type Props = { types: readonly TimelineType[]; onChange: (types: TimelineType[]) => void };

/** The types that are shown; none chosen means all. */
export function TypeFilter({ types, onChange }: Props) {
  const { t } = useTranslation('device-timeline');
  return (
    <Chip.Group
      multiple
      value={[...types]}
      onChange={(chosen) => onChange(TIMELINE_TYPES.filter((type) => chosen.includes(type)))}
    >
      <Group component="fieldset" gap={6} bd={0} p={0} m={0} aria-label={t('filter')}>
        {TIMELINE_TYPES.map((type) => (
          <Chip key={type} value={type} size="xs" variant="outline">
            {t(`type.${type}`)}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
}
