import type { CompanyType } from '@belfry/schemas/domain/companies';
import { useTranslation } from 'react-i18next';
import type { TreeRowProps } from './tree-row.tsx';
import classes from './tree-row.module.css';

/** Why a dragged node cannot be dropped on this row. */
export function DropReason({ drop, parent }: { drop: TreeRowProps['drop']; parent: CompanyType }) {
  const { t } = useTranslation('tree');
  if (drop === null || drop === 'dragged' || drop === 'allowed') return null;
  return <span className={classes.reason}>{t(drop === 'type' ? `drag.type_${parent}` : `drag.${drop}`)}</span>;
}
