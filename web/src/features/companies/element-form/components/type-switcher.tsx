import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { CompanyType } from '@belfry/schemas/domain/companies';
import type { ElementType } from '../element-values.ts';

const KEYS = { Element: 'element', Company: 'company', Device: 'device' } as const satisfies Record<
  ElementType,
  string
>;

type Props = { allowed: readonly ElementType[]; value: CompanyType; onChange: (type: ElementType) => void };

/** The type of the new element, of those that the parent allows; see TREE-2. */
export function TypeSwitcher({ allowed, value, onChange }: Props) {
  const { t } = useTranslation('element-form');
  const id = useId();
  const shown = allowed.find((type) => type === value);
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500} id={id}>
        {t('type.label')}
      </Text>
      <SegmentedControl
        fullWidth
        aria-labelledby={id}
        value={value}
        onChange={(type) => {
          const chosen = allowed.find((each) => each === type);
          if (chosen) onChange(chosen);
        }}
        data={allowed.map((type) => ({ value: type, label: t(`type.${KEYS[type]}`) }))}
      />
      {shown && (
        <Text size="xs" c="dimmed">
          {t(`type.${KEYS[shown]}_text`)}
        </Text>
      )}
    </Stack>
  );
}
