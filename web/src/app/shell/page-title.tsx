import type { Role } from '@belfry/schemas/domain/roles';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useLocale } from '../../lib/i18n.ts';
import { screensFor } from '../screens/can-open.ts';

/** The title of the browser's tab: the screen, then the product. */
export function PageTitle({ role }: { role: Role }) {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const { pathname } = useLocation();
  const item = screensFor(role).find(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
  const product = t('product');
  return <title>{item ? `${item.label[locale]} · ${product}` : product}</title>;
}
