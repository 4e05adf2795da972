import { hasRight, type NodeRole, type Right, RIGHTS, rightsOfRole } from '@belfry/schemas/domain/rights';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useTranslation } from '../../../lib/translation.ts';
import classes from './members.module.css';

export function RightsOfRole({ role, mayEmergency }: { role: NodeRole; mayEmergency: boolean }) {
  const { t } = useTranslation('teams');
  const mask = rightsOfRole(role, { mayEmergency });
  return (
    <ul className={classes.rights} aria-label={t('what')}>
      {(Object.keys(RIGHTS) as Right[]).map((right) => {
        const allowed = hasRight(mask, right);
        const Mark = allowed ? IconCheck : IconMinus;
        return (
          <li key={right} data-allowed={allowed}>
            <Mark size={14} aria-label={t(allowed ? 'may' : 'may_not')} /> {t(`rights.${right}`)}
          </li>
        );
      })}
    </ul>
  );
}
