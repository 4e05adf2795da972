import { Chip, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Panels } from '../panels/panels.ts';
import type { ShowPanel } from '../panels/use-panels.ts';

const SWITCHES = ['main', 'tree', 'group', 'help'] as const;

type Props = { panels: Panels; selected: boolean; onShow: ShowPanel };

/** Shows and hides all panels. */
export function PanelSwitches({ panels, selected, onShow }: Props) {
  const { t } = useTranslation('companies');
  return (
    <Group component="fieldset" gap="xs" bd={0} m={0} p={0} aria-label={t('panels.choose_hint')}>
      {SWITCHES.map((name) => {
        const needsCompany = !selected && (name === 'tree' || name === 'group');
        return (
          <Chip
            key={name}
            size="sm"
            checked={panels[name] && !needsCompany}
            disabled={needsCompany}
            title={needsCompany ? t('panels.needs_company') : undefined}
            onChange={(shown) => onShow(name, shown)}
          >
            {t(`panels.${name}`)}
          </Chip>
        );
      })}
    </Group>
  );
}
