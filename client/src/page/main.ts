import '../workloads/spec.ts';
import { connect } from './connect.ts';
import { holbenchPage } from './holbench-page.ts';

const connected = connect();
window.holbench = holbenchPage(connected);
