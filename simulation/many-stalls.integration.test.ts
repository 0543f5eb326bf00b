import { testStalls } from './test-stalls.ts';

testStalls({ sound: 10, broken: 4 });
