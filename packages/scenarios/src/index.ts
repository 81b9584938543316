// One line per scenario: its folder, and what it is.
export { scenario as '1a-load-many' } from './1a-load-many/scenario.ts';
export { scenario as '1b-load-one' } from './1b-load-one/scenario.ts';
export { scenario as '2c-create-many' } from './2c-create-many/scenario.ts';
export { scenario as '2d-create-one' } from './2d-create-one/scenario.ts';
export { scenario as '3e-mutate' } from './3e-mutate/scenario.ts';
export { scenario as '4f-beside-download' } from './4f-beside-download/scenario.ts';
export { scenario as '4g-beside-upload' } from './4g-beside-upload/scenario.ts';
export { scenario as '5h-set-up' } from './5h-set-up/scenario.ts';
export { scenario as '6i-fan-out' } from './6i-fan-out/scenario.ts';
export { scenario as '7j-rates' } from './7j-rates/scenario.ts';
export { scenario as '8k-crowd' } from './8k-crowd/scenario.ts';
export { scenario as floor } from './floor/scenario.ts';
export { scenario as 'memory-stall' } from './memory-stall/scenario.ts';
export { scenario as 'memory-upload' } from './memory-upload/scenario.ts';
