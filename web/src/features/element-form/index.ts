export { ElementForm } from './element-form.tsx';
