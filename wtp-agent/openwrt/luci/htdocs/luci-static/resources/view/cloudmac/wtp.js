// SPDX-License-Identifier: Apache-2.0
'use strict';
'require form';
'require fs';
'require poll';
'require rpc';
'require view';

// The page of the WTP agent: whether it runs, what it says of its configuration, and the options
// that most installations set. All others are in /etc/config/cloudmac, where comments explain them.

const AGENT = '/usr/sbin/cloudmac-wtp';
const FILE = '/etc/config/cloudmac';

const listServices = rpc.declare({
	object: 'service',
	method: 'list',
	params: [ 'name' ],
	expect: { '': {} }
});

// Returns the process id of the agent, or null if it does not run.
function pidOf(services) {
	const instances = (services['cloudmac-wtp'] || {}).instances || {};

	for (const name in instances)
		if (instances[name].running)
			return instances[name].pid;

	return null;
}

// Returns what the agent says of the saved file, a line for each error and warning.
function findings(result) {
	return ((result.stdout || '') + '\n' + (result.stderr || '')).split('\n')
		.map(line => line.trim())
		.filter(line => line != '');
}

function renderState(pid, version) {
	return E('p', { 'id': 'cloudmac-state' },
		pid ? _('%s runs, process %d.').format(version, pid)
		    : _('%s does not run. The system log says why.').format(version));
}

function renderFindings(code, lines) {
	if (code == 0 && lines.length == 0)
		return E('p', { 'id': 'cloudmac-findings' }, _('The saved configuration is complete.'));

	return E('div', {
		'id': 'cloudmac-findings',
		'class': code ? 'alert-message warning' : 'alert-message notice'
	}, [
		E('p', {}, code ? _('The agent cannot start with the saved configuration:')
		                : _('The agent warns of this device:')),
		E('ul', {}, lines.map(line => E('li', {}, line)))
	]);
}

// Returns a validator that accepts whole numbers in a range and its alternatives.
function range(lowest, highest) {
	return 'and(uinteger,range(' + lowest + ',' + highest + '))';
}

function addWtp(map) {
	const s = map.section(form.TypedSection, 'wtp', _('This WTP'));
	let o;

	s.anonymous = true;
	o = s.option(form.Value, 'name', _('Name'), _('For people, up to 63 octets.'));
	o.datatype = 'maxlength(63)';
	o.rmempty = false;

	o = s.option(form.Value, 'wired', _('Wired interface'),
		_('Leads towards the VAPs. Its MTU must be at least 1700.'));
	o.rmempty = false;

	o = s.option(form.Value, 'vlan', _('VLAN'), _('Without it, frames have no tag.'));
	o.datatype = range(1, 4094);

	o = s.option(form.Value, 'country', _('Country'),
		_('Two letters, or 00 for the world, where most radios may only listen above channel 11 and at 5 GHz.'));
	o.placeholder = 'DE';
	o.validate = function(section, value) {
		return value == '' || /^([A-Z]{2}|00)$/.test(value)
			|| _('two capital letters, or 00');
	};
}

function addRadios(map) {
	const s = map.section(form.TypedSection, 'radio', _('Radios'),
		_('A radio must be the agent\'s alone: no wireless network of this device may use it.'));
	let o;

	s.anonymous = true;
	s.addremove = true;
	o = s.option(form.Value, 'phy', _('Radio'));
	o.placeholder = 'phy0';
	o.rmempty = false;
	o.validate = function(section, value) {
		return /^[A-Za-z0-9._-]{1,31}$/.test(value) || _('the name that "iw phy" prints, as phy0');
	};

	o = s.option(form.Value, 'frequency', _('Frequency'),
		_('MHz of the primary channel. Without it, the agent keeps the channel.'));
	o.datatype = range(2412, 7115);
	o.placeholder = '2437';

	o = s.option(form.ListValue, 'width', _('Width'));
	for (const width of [ '', '20-noht', '20', '40+', '40-', '80' ])
		o.value(width, width || _('as the agent chooses'));
	o.optional = true;

	o = s.option(form.ListValue, 'airtime', _('Equal shares of the air'));
	o.value('', _('default: on'));
	o.value('on', _('on'));
	o.value('off', _('off'));
	o.optional = true;
}

function addControl(map) {
	const s = map.section(form.TypedSection, 'control', _('Controllers'),
		_('cloudmac-pki makes the three files. Without them no controller can connect.'));
	let o;

	s.anonymous = true;
	for (const [ name, title ] of [
		[ 'ca', _('Authority') ], [ 'cert', _('Certificate') ], [ 'key', _('Key') ]
	]) {
		o = s.option(form.Value, name, title);
		o.rmempty = false;
		o.validate = function(section, value) {
			return value.startsWith('/') || _('the path of a file, from /');
		};
	}

	o = s.option(form.Value, 'port', _('TCP port'));
	o.datatype = 'port';
	o.placeholder = '4919';
}

return view.extend({
	load: function() {
		return Promise.all([
			L.resolveDefault(listServices('cloudmac-wtp'), {}),
			L.resolveDefault(fs.exec(AGENT, [ '--version' ]), {}),
			L.resolveDefault(fs.exec(AGENT, [ '--check-config', '--config', FILE ]),
				{ code: 1, stderr: _('the agent is not installed, or this account may not run it') })
		]);
	},

	render: function([ services, version, checked ]) {
		const map = new form.Map('cloudmac', _('CloudMAC WTP'),
			_('The agent lends this device\'s radios to access points elsewhere in the network.'));
		const name = (version.stdout || 'cloudmac-wtp').trim();
		const state = E('div', {}, [ renderState(pidOf(services), name) ]);

		addWtp(map);
		addRadios(map);
		addControl(map);
		poll.add(() => L.resolveDefault(listServices('cloudmac-wtp'), {}).then(now =>
			state.replaceChildren(renderState(pidOf(now), name))));

		return map.render().then(page => E('div', {}, [
			state, renderFindings(checked.code || 0, findings(checked)), page
		]));
	}
});
