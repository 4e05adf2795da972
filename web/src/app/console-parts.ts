/**
 * What every screen but the sign-in page needs: the style sheets of all controls, which repeat those of `start.css` in
 * the right order, and toasts. Loaded in parallel with the first such screen.
 */
import './console.css';

export { Notifications } from '@mantine/notifications';
